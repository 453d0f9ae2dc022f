package dev.postern.invoker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.invoker.BodyTemplate.Body;
import dev.postern.invoker.Placeholders.Place;
import dev.postern.message.Json;
import dev.postern.template.BadValueException;
import dev.postern.template.FormTemplate;
import dev.postern.template.JsonTemplate;
import dev.postern.template.Scope;
import dev.postern.template.TemplateException;
import dev.postern.template.TextTemplate;
import dev.postern.template.XmlTemplate;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Compiles the body of a request, whichever kind it is. Used for one tool. */
final class BodyParser {
  /** At most one of them may be there. */
  static final List<String> KEYS = List.of("body", "form", "multipart", "text", "xml", "bytes");

  private final Block block;
  private final Placeholders placeholders;
  private final OwnResources resources;

  BodyParser(Block block, Placeholders placeholders, OwnResources resources) {
    this.block = block;
    this.placeholders = placeholders;
    this.resources = resources;
  }

  /** The key under which the body stands; null for none. */
  String key(String method) {
    List<String> there = KEYS.stream().filter(block::has).toList();
    if (there.isEmpty()) {
      return null;
    }
    for (String second : there.subList(1, there.size())) {
      block.problem(second, "must not stand beside \"" + there.get(0) + "\": there is one body");
    }
    if (method.equals("GET") || method.equals("HEAD")) {
      block.problem(
          there.get(0), "has no meaning with " + method + "; use \"query\", or another method");
    }
    return there.get(0);
  }

  /**
   * @return null where a problem was added
   */
  BodyTemplate body(String key) {
    return switch (key) {
      case "form" -> form();
      case "multipart" -> new MultipartParser(block, placeholders, resources).multipart();
      default -> content(block, key);
    };
  }

  /**
   * A body that may also be a part of another.
   *
   * @param owner has the key
   * @return null where a problem was added
   */
  BodyTemplate content(Block owner, String key) {
    return switch (key) {
      case "body" -> json(placeholders.json(owner.get(key), owner.pointer(key), Place.REQUEST));
      case "text" -> text(owner, key);
      case "xml" -> xml(owner, key);
      default -> {
        BytesTemplate bytes = BytesTemplate.parse(owner, key, placeholders, resources);
        yield bytes == null ? null : bytes.body();
      }
    };
  }

  private static BodyTemplate json(JsonTemplate template) {
    return new BodyTemplate() {
      @Override
      public Body render(Scope scope) throws BadValueException {
        JsonNode json = template.render(scope);
        return json == null ? null : new Body("application/json", Json.bytes(json));
      }

      @Override
      public boolean isJson() {
        return true;
      }
    };
  }

  private BodyTemplate form() {
    FormTemplate form =
        new FormTemplate(new QueryParser(block, placeholders).parameters("form", Place.REQUEST));
    return scope ->
        new Body(
            "application/x-www-form-urlencoded",
            form.render(scope).getBytes(StandardCharsets.US_ASCII));
  }

  private BodyTemplate text(Block owner, String key) {
    String written = owner.text(key);
    TextTemplate text =
        written == null ? null : placeholders.text(written, owner.pointer(key), Place.REQUEST);
    if (text == null) {
      return null;
    }
    return scope -> {
      String filled = text.render(scope);
      return filled == null
          ? null
          : new Body("text/plain; charset=UTF-8", Utf8.bytes(text, filled, scope));
    };
  }

  private BodyTemplate xml(Block owner, String key) {
    String written = owner.text(key);
    if (written == null) {
      return null;
    }
    try {
      XmlTemplate xml =
          XmlTemplate.parse(
              TextTemplate.parse(written),
              text -> placeholders.resolve(text, owner.pointer(key), Place.REQUEST));
      return scope -> {
        String filled = xml.render(scope);
        return filled == null
            ? null
            : new Body("application/xml", filled.getBytes(StandardCharsets.UTF_8));
      };
    } catch (TemplateException e) {
      owner.problem(key, Placeholders.message(e));
      return null;
    }
  }
}
