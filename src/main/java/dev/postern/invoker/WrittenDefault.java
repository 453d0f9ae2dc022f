package dev.postern.invoker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import dev.postern.template.PlainText;
import java.util.Set;

/** What {@code |x} in a placeholder is, where the schema says which types the argument has. */
final class WrittenDefault {
  private WrittenDefault() {}

  /**
   * @param written as it would be without a schema
   * @param types none where the schema does not say
   * @return null where it can be none of these types
   */
  static JsonNode of(JsonNode written, Set<String> types) {
    if (types.isEmpty() || fits(written, types)) {
      return written;
    }
    if (!written.isTextual()) {
      return types.contains("string") ? Json.NODES.textNode(PlainText.of(written)) : null;
    }
    try {
      JsonNode read = Json.parse(written.textValue());
      return fits(read, types) ? read : null;
    } catch (JsonProcessingException e) {
      return null;
    }
  }

  private static boolean fits(JsonNode value, Set<String> types) {
    return switch (value.getNodeType()) {
      case STRING -> types.contains("string");
      case BOOLEAN -> types.contains("boolean");
      case NULL -> types.contains("null");
      case ARRAY -> types.contains("array");
      case OBJECT -> types.contains("object");
      case NUMBER -> types.contains("number") || types.contains("integer") && isWhole(value);
      default -> false;
    };
  }

  private static boolean isWhole(JsonNode number) {
    return number.decimalValue().stripTrailingZeros().scale() <= 0;
  }
}
