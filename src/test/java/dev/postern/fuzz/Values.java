package dev.postern.fuzz;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import java.math.BigDecimal;

/** What values look like outside of JSON, said a second time and in other words. */
final class Values {
  /** Beyond it a number keeps its exponent. */
  private static final int LONGEST_PLAIN = 1_200;

  private Values() {}

  /** Whether what arrived is the value again. */
  static boolean isSame(JsonNode value, String arrived) {
    if (value.isTextual()) {
      return value.textValue().equals(arrived);
    }
    if (value.isNumber()) {
      return plain(value).equals(arrived)
          && new BigDecimal(arrived).compareTo(value.decimalValue()) == 0;
    }
    try {
      return isSame(value, Json.parse(arrived));
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  static boolean isSame(JsonNode value, JsonNode arrived) {
    if (value.isNumber()) {
      return arrived.isNumber() && value.decimalValue().compareTo(arrived.decimalValue()) == 0;
    }
    if (!value.isContainerNode()) {
      return value.equals(arrived);
    }
    if (value.size() != arrived.size() || value.getNodeType() != arrived.getNodeType()) {
      return false;
    }
    for (var member : value.properties()) {
      if (!arrived.has(member.getKey())
          || !isSame(member.getValue(), arrived.get(member.getKey()))) {
        return false;
      }
    }
    for (int i = 0; value.isArray() && i < value.size(); i++) {
      if (!isSame(value.get(i), arrived.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** As it stands in a longer text. */
  static String plain(JsonNode value) {
    if (value.isNumber()) {
      BigDecimal number = value.decimalValue();
      long digits = number.precision() + Math.abs((long) number.scale());
      return digits > LONGEST_PLAIN ? number.toString() : number.toPlainString();
    }
    return value.isTextual() ? value.textValue() : value.toString();
  }

  /** Whether UTF-8 cannot say it. */
  static boolean hasHalf(String text) {
    return text.codePoints().anyMatch(c -> c >= 0xD800 && c <= 0xDFFF);
  }

  static boolean hasHalf(JsonNode value) {
    if (value.isTextual()) {
      return hasHalf(value.textValue());
    }
    for (var member : value.properties()) {
      if (hasHalf(member.getKey()) || hasHalf(member.getValue())) {
        return true;
      }
    }
    for (JsonNode element : value.isArray() ? value : Json.NODES.arrayNode()) {
      if (hasHalf(element)) {
        return true;
      }
    }
    return false;
  }
}
