package dev.postern.template;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** A JSON tree whose strings may have holes. Immutable; what it yields is read only. */
public abstract sealed class JsonTemplate {

  /** Reads the strings of a tree; the owner of the document reports what is wrong with them. */
  public interface Strings {

    /**
     * @return null where something is wrong
     */
    TextTemplate text(String text, JsonPointer place);

    /** A member name has a placeholder, which is not allowed: it would change the body's shape. */
    void placeholderInName(String name, JsonPointer place);
  }

  public static JsonTemplate parse(JsonNode tree, Strings strings) {
    return parse(tree, JsonPointer.empty(), strings);
  }

  /** The filled tree; null where it drops out. Numbers, booleans and null keep their types. */
  public abstract JsonNode render(Scope scope);

  private static JsonTemplate parse(JsonNode node, JsonPointer place, Strings strings) {
    if (node.isTextual()) {
      TextTemplate text = strings.text(node.textValue(), place);
      if (text == null) {
        return new Constant(node);
      }
      String constant = text.constant();
      return constant == null
          ? new Text(text)
          : new Constant(JsonNodeFactory.instance.textNode(constant));
    }
    if (node instanceof ObjectNode object) {
      return object(object, place, strings);
    }
    return node instanceof ArrayNode array ? array(array, place, strings) : new Constant(node);
  }

  private static JsonTemplate object(ObjectNode object, JsonPointer place, Strings strings) {
    List<Member> members = new ArrayList<>(object.size());
    object
        .properties()
        .forEach(
            property -> {
              JsonPointer below = place.appendProperty(property.getKey());
              if (property.getKey().contains("{{")) {
                strings.placeholderInName(property.getKey(), below);
              }
              members.add(
                  new Member(property.getKey(), parse(property.getValue(), below, strings)));
            });
    JsonTemplate template = new Members(members);
    boolean constant = members.stream().allMatch(member -> member.value() instanceof Constant);
    return constant ? new Constant(template.render(root -> null)) : template;
  }

  private static JsonTemplate array(ArrayNode array, JsonPointer place, Strings strings) {
    List<JsonTemplate> elements = new ArrayList<>(array.size());
    for (int i = 0; i < array.size(); i++) {
      elements.add(parse(array.get(i), place.appendIndex(i), strings));
    }
    JsonTemplate template = new Elements(elements);
    boolean constant = elements.stream().allMatch(Constant.class::isInstance);
    return constant ? new Constant(template.render(root -> null)) : template;
  }

  /** A subtree without holes, given out again and again. */
  private static final class Constant extends JsonTemplate {
    private final JsonNode value;

    Constant(JsonNode value) {
      this.value = value;
    }

    @Override
    public JsonNode render(Scope scope) {
      return value;
    }
  }

  private static final class Text extends JsonTemplate {
    private final TextTemplate text;

    Text(TextTemplate text) {
      this.text = text;
    }

    @Override
    public JsonNode render(Scope scope) {
      return text.renderValue(scope);
    }
  }

  private record Member(String name, JsonTemplate value) {}

  private static final class Members extends JsonTemplate {
    private final List<Member> members;

    Members(List<Member> members) {
      this.members = members;
    }

    @Override
    public JsonNode render(Scope scope) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      for (Member member : members) {
        JsonNode value = member.value().render(scope);
        if (value != null) {
          object.set(member.name(), value);
        }
      }
      return object;
    }
  }

  private static final class Elements extends JsonTemplate {
    private final List<JsonTemplate> elements;

    Elements(List<JsonTemplate> elements) {
      this.elements = elements;
    }

    @Override
    public JsonNode render(Scope scope) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode(elements.size());
      for (JsonTemplate element : elements) {
        JsonNode value = element.render(scope);
        if (value != null) {
          array.add(value);
        }
      }
      return array;
    }
  }
}
