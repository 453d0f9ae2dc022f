package dev.postern.invoker.job;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Problems;
import dev.postern.invoker.Answered;
import dev.postern.invoker.Block;
import dev.postern.invoker.ServiceCall;
import dev.postern.message.Json;
import dev.postern.template.BadValueException;
import dev.postern.template.Expression;
import dev.postern.template.QueryParameter;
import dev.postern.template.TemplateException;
import dev.postern.template.UrlTemplate;
import dev.postern.template.UrlText;
import java.util.ArrayList;
import java.util.List;

/** Where an answer says what to ask next. Immutable. */
interface Lead {
  List<String> KEYS = List.of("header", "url", "path");

  /** An address, absolute or relative; null where the answer names none. */
  String from(Answered answered);

  /** {@code {"header": …}}, {@code {"url": pointer}} or {@code {"path": template}}. */
  static Lead compile(JsonNode json, String pointer, ServiceCall call, Problems problems) {
    Block block = Block.read(json, pointer, KEYS, problems);
    if (json.isObject() && json.size() != 1) {
      problems.add(pointer, "must have one of " + KEYS);
      return null;
    }
    if (block.has("path")) {
      return path(block, call);
    }
    if (block.has("url")) {
      JsonPointer url = block.jsonPointer("url");
      return answered -> text(answered, url);
    }
    String header = block.text("header");
    return answered -> answered.answer().header(header);
  }

  /** {@code Location}, as RFC 9110 §15.3.3 has it for work that was accepted. */
  static Lead location() {
    return answered -> answered.answer().header("Location");
  }

  private static String text(Answered answered, JsonPointer url) {
    JsonNode json = answered.json();
    JsonNode address = json == null ? Json.NODES.missingNode() : json.at(url);
    return address.isTextual() && !address.textValue().isBlank() ? address.textValue() : null;
  }

  private static Lead path(Block block, ServiceCall call) {
    String written = block.text("path");
    if (written == null || !written.startsWith("/")) {
      block.problem("path", "must be a path such as /jobs/{{answer.id}}");
      return null;
    }
    try {
      UrlText text = UrlText.parse(call.url().origin() + written);
      List<Expression> holes = new ArrayList<>(text.path().expressions());
      for (QueryParameter parameter : text.query()) {
        if (parameter.value() != null) {
          holes.addAll(parameter.value().expressions());
        }
      }
      for (Expression hole : holes) {
        if (!hole.root().equals("answer")) {
          block.problem(
              "path", "the placeholder " + hole + " is not known here; write {{answer.…}}");
        }
      }
      UrlTemplate template = new UrlTemplate(text);
      return answered -> filled(template, answered);
    } catch (TemplateException e) {
      block.problem("path", e.getMessage());
      return null;
    }
  }

  private static String filled(UrlTemplate template, Answered answered) {
    JsonNode json = answered.json();
    try {
      return json == null ? null : template.render(root -> root.equals("answer") ? json : null);
    } catch (BadValueException e) {
      return null; // what the path needs is not there, or cannot stand in a path
    }
  }
}
