package dev.postern.invoker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.invoker.BodyTemplate.Body;
import dev.postern.invoker.BytesTemplate.Bytes;
import dev.postern.template.BadValueException;
import dev.postern.template.Expression;
import dev.postern.template.PlainText;
import dev.postern.template.Scope;
import dev.postern.template.TextTemplate;
import dev.postern.upstream.Multipart.Part;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One field or file of a multipart body, or several of one name. Immutable. */
@FunctionalInterface
interface PartTemplate {
  /** Servers that count parts take fewer; each costs far more memory than its element does. */
  int MOST_ELEMENTS = 1_000;

  void render(Scope scope, List<Part> parts) throws BadValueException, InterruptedException;

  /** A text; a hole that is all of it and filled by an array repeats the field. */
  static PartTemplate field(String name, TextTemplate value) {
    Expression only = value.only();
    return (scope, parts) -> {
      JsonNode found = only == null ? null : only.find(scope);
      if (found != null && found.isArray()) {
        if (found.size() > MOST_ELEMENTS) {
          throw new BadValueException(
              only, "must not have more than " + MOST_ELEMENTS + " elements: each is a part");
        }
        for (JsonNode element : found) {
          if (!element.isNull()) {
            parts.add(text(name, value, PlainText.of(element), scope));
          }
        }
        return;
      }
      String filled = value.render(scope);
      if (filled != null) {
        parts.add(text(name, value, filled, scope));
      }
    };
  }

  private static Part text(String name, TextTemplate value, String filled, Scope scope)
      throws BadValueException {
    return new Part(name, null, null, Utf8.bytes(value, filled, scope));
  }

  /** A file; it has a name in any case, for without one it would be a field. */
  static PartTemplate file(
      String name, BytesTemplate bytes, TextTemplate fileName, TextTemplate contentType) {
    return (scope, parts) -> {
      for (Bytes content : bytes.render(scope)) {
        String called = line(fileName, scope);
        String type = line(contentType, scope);
        parts.add(
            new Part(
                name,
                called != null ? called : content.name() != null ? content.name() : name,
                type != null ? type : content.typeOr(BytesTemplate.ANY_TYPE),
                content.content()));
      }
    };
  }

  /** A part of any other kind; a file only where it has a name. */
  static PartTemplate content(
      String name, BodyTemplate body, TextTemplate fileName, TextTemplate contentType) {
    return (scope, parts) -> {
      Body content = body.render(scope);
      if (content != null) {
        String type = line(contentType, scope);
        parts.add(
            new Part(
                name,
                line(fileName, scope),
                type != null ? type : content.contentType(),
                content.bytes()));
      }
    };
  }

  /** What stands in a line of the part's head; null for nothing. */
  private static String line(TextTemplate template, Scope scope) throws BadValueException {
    String filled = template == null ? null : template.render(scope);
    if (filled == null || filled.isEmpty()) {
      return null;
    }
    if (HeaderTemplate.hasControl(filled)
        || filled.getBytes(StandardCharsets.UTF_8).length > 1_000) {
      List<Expression> holes = template.expressions();
      throw new BadValueException(
          holes.isEmpty() ? null : holes.get(0),
          "must be one short line: it stands in the head of a part");
    }
    Utf8.bytes(template, filled, scope);
    return filled;
  }
}
