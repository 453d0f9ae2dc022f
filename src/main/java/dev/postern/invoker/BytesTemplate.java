package dev.postern.invoker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Call;
import dev.postern.invoker.BodyTemplate.Body;
import dev.postern.invoker.Placeholders.Place;
import dev.postern.message.Json;
import dev.postern.security.Principal;
import dev.postern.template.BadValueException;
import dev.postern.template.Expression;
import dev.postern.template.PlainText;
import dev.postern.template.Scope;
import dev.postern.template.TextTemplate;
import java.util.ArrayList;
import java.util.List;

/**
 * Bytes that an argument holds in base64 or as a {@code data:} URI, or that a resource of this
 * gateway is. Immutable.
 */
final class BytesTemplate {
  static final String ANY_TYPE = "application/octet-stream";

  /** Each resource may cost a call of its own, and be as large as an answer. */
  private static final int MOST_FILES = 100;

  private static final int MOST_BYTES = 32 * 1024 * 1024;

  private final TextTemplate text;
  private final OwnResources resources;

  /**
   * @param type null where nobody said
   * @param name null where nobody said
   */
  record Bytes(String type, String name, byte[] content) {

    String typeOr(String other) {
      return type == null ? other : type;
    }
  }

  /**
   * @param resources where the text names one of them; null where it is the bytes itself
   */
  private BytesTemplate(TextTemplate text, OwnResources resources) {
    this.text = text;
    this.resources = resources;
  }

  /**
   * Reads {@code "bytes": "base64"} or {@code "bytes": {"resource": "uri"}}.
   *
   * @return null where a problem was added
   */
  static BytesTemplate parse(
      Block owner, String key, Placeholders placeholders, OwnResources resources) {
    JsonNode written = owner.get(key);
    if (!written.isObject()) {
      String base64 = owner.text(key);
      TextTemplate text =
          base64 == null ? null : placeholders.text(base64, owner.pointer(key), Place.REQUEST);
      return text == null ? null : checked(new BytesTemplate(text, null), owner, key);
    }
    Block block = Block.read(written, owner.pointer(key), List.of("resource"), owner.problems());
    if (!placeholders.isOfTool()) {
      block.problem("resource", "can be carried on by tools only: a resource could carry itself");
      return null;
    }
    String uri = block.requiredText("resource");
    TextTemplate text =
        uri == null ? null : placeholders.text(uri, block.pointer("resource"), Place.REQUEST);
    return text == null ? null : new BytesTemplate(text, resources);
  }

  private static BytesTemplate checked(BytesTemplate template, Block owner, String key) {
    String constant = template.text.constant();
    if (constant != null && Base64Text.decode(constant) == null) {
      owner.problem(key, "must be base64 or a data: URI, or a placeholder for one");
      return null;
    }
    return template;
  }

  BodyTemplate body() {
    return scope -> {
      List<Bytes> all = render(scope);
      if (all.size() > 1) {
        throw new BadValueException(text.only(), "must not be an array: there is one body");
      }
      return all.isEmpty() ? null : new Body(all.get(0).typeOr(ANY_TYPE), all.get(0).content());
    };
  }

  /** Empty where it drops out; several where the only hole is filled by an array. */
  List<Bytes> render(Scope scope) throws BadValueException, InterruptedException {
    Expression hole = text.only();
    JsonNode value = hole == null ? null : hole.find(scope);
    List<Bytes> all = new ArrayList<>(1);
    if (value != null && value.isArray()) {
      several(value, hole, scope, all);
      return all;
    }
    String filled = text.render(scope);
    if (filled != null) {
      all.add(bytes(filled, culprit(), scope));
    }
    return all;
  }

  private void several(JsonNode list, Expression hole, Scope scope, List<Bytes> all)
      throws BadValueException, InterruptedException {
    if (list.size() > MOST_FILES) {
      throw new BadValueException(hole, "must not have more than " + MOST_FILES + " elements");
    }
    long size = 0;
    for (JsonNode element : list) {
      if (!element.isNull()) {
        Bytes one = bytes(PlainText.of(element), hole, scope);
        size += one.content().length;
        if (resources != null && size > MOST_BYTES) {
          throw new BadValueException(
              hole, "must not name resources of more than " + MOST_BYTES + " bytes together");
        }
        all.add(one);
      }
    }
  }

  private Expression culprit() {
    List<Expression> holes = text.expressions();
    return holes.isEmpty() ? null : holes.get(0);
  }

  private Bytes bytes(String filled, Expression hole, Scope scope)
      throws BadValueException, InterruptedException {
    if (resources != null) {
      Call call =
          scope instanceof CallScope own
              ? own.call()
              : new Call(Json.object(), Principal.ANONYMOUS);
      return resources.read(filled, hole, call);
    }
    Bytes bytes = Base64Text.decode(filled);
    if (bytes == null) {
      throw new BadValueException(hole, "must be base64, or a data: URI in base64");
    }
    return bytes;
  }
}
