package dev.postern.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Config;
import dev.postern.catalogue.Problems;
import dev.postern.invoker.Answered;
import dev.postern.invoker.CallFailedException;
import dev.postern.invoker.Inquiry;
import dev.postern.invoker.answer.ResponseMapping;
import dev.postern.message.Json;
import dev.postern.upstream.UpstreamAnswer;
import dev.postern.upstream.UpstreamException;
import dev.postern.upstream.UpstreamRequest.Header;
import java.util.List;

/** A mapping of a service's JSON: what is picked or put into words is the data and nothing else. */
final class AnswerCase {
  private static final List<Header> JSON = List.of(new Header("Content-Type", "application/json"));

  private final Choices choices;
  private final ObjectNode answer = Json.object();
  private final ObjectNode mapping = Json.object();

  AnswerCase(Choices choices) {
    this.choices = choices;
    for (String key : Choices.KEYS) {
      if (choices.oneIn(2)) {
        answer.set(key, choices.value());
      }
    }
  }

  /**
   * @return whether there was something to map
   */
  boolean hold() {
    return switch (choices.below(4)) {
      case 1 -> picksMembers();
      case 2 -> putsIntoWords();
      case 3 -> takesAnyMapping();
      default -> picksOne();
    };
  }

  private boolean picksOne() {
    String key = choices.of(Choices.KEYS);
    mapping.put("jsonPath", path(key));
    JsonNode expected = answer.get(key);
    Answered mapped = mapped();
    Expected.that((mapped == null) == (expected == null), this + " became " + mapped);
    if (mapped != null) {
      Expected.that(Values.isSame(expected, mapped.json()), this + " became " + mapped.json());
    }
    return mapped != null;
  }

  private boolean picksMembers() {
    ObjectNode members = mapping.putObject("jsonPath");
    ObjectNode expected = Json.object();
    for (int i = choices.below(4); i >= 0; i--) {
      String key = choices.of(Choices.KEYS);
      members.put("m" + i, path(key));
      if (answer.has(key)) {
        expected.set("m" + i, answer.get(key));
      }
    }
    Answered mapped = mapped();
    Expected.that(mapped != null && Values.isSame(expected, mapped.json()), this);
    return true;
  }

  /** A list of texts and a text, in which nothing may be read as a template or escaped. */
  private boolean putsIntoWords() {
    ObjectNode data = answer.removeAll();
    String text = choices.text();
    data.put("text", text);
    StringBuilder expected = new StringBuilder("<").append(text).append('>');
    for (int i = choices.below(4); i > 0; i--) {
      String element = choices.text();
      data.withArray("list").addObject().put("e", element);
      expected.append('[').append(element).append(']');
    }
    expected.append(data.has("list") ? "" : "none");
    mapping.put("template", "<{{text}}>{{#list}}[{{e}}]{{/list}}{{^list}}none{{/list}}");
    Answered mapped = mapped();
    Expected.that(mapped != null, this);
    Expected.that(expected.toString().equals(mapped.text()), this + " became " + mapped.text());
    return true;
  }

  /** Whatever is written is refused with a reason or does something. */
  private boolean takesAnyMapping() {
    mapping.put(choices.oneIn(2) ? "template" : "jsonPath", "$" + choices.text() + choices.text());
    if (choices.oneIn(2)) {
      mapping.putObject("when").put("contentType", "application/" + choices.text());
    }
    Problems problems = new Problems();
    Inquiry inquiry = inquiry(problems);
    if (!problems.isEmpty()) {
      problems.list().forEach(problem -> Expected.that(!problem.message().isBlank(), this));
      return false;
    }
    return ask(inquiry) != null;
  }

  private static String path(String key) {
    return "$['" + key.replace("\\", "\\\\").replace("'", "\\'") + "']";
  }

  private Inquiry inquiry(Problems problems) {
    byte[] body = Json.bytes(answer);
    Answered came = Answered.of(new UpstreamAnswer(200, JSON, body));
    ObjectNode tool = Json.object();
    tool.set("responseMapping", mapping);
    return new ResponseMapping()
        .around((request, lines, client) -> came, null, new Config(tool, "", null, problems));
  }

  /** Null where it fails as a call that has nothing to map. */
  private Answered mapped() {
    Problems problems = new Problems();
    Inquiry inquiry = inquiry(problems);
    Expected.that(problems.isEmpty(), problems.list());
    return ask(inquiry);
  }

  private static Answered ask(Inquiry inquiry) {
    try {
      return inquiry.ask(null, null, null);
    } catch (CallFailedException e) {
      return null;
    } catch (UpstreamException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public String toString() {
    return mapping + " of " + answer;
  }
}
