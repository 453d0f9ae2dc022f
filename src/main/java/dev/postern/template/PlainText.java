package dev.postern.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;

/** A JSON value as people write it in a text. */
public final class PlainText {

  /**
   * A number whose plain form would be longer keeps its exponent: nine characters such as {@code
   * 1e999999999} must not become a gigabyte. Any double fits (its plain form has up to 1,100).
   */
  static final int MAX_NUMBER_LENGTH = 1_200;

  private PlainText() {}

  /** Strings without quotes, numbers without exponent, objects and arrays as compact JSON. */
  public static String of(JsonNode value) {
    if (value.isTextual()) {
      return value.textValue();
    }
    if (value.isIntegralNumber()) {
      return value.asText();
    }
    return value.isNumber() ? number(value) : value.toString();
  }

  private static String number(JsonNode value) {
    if (!value.isBigDecimal() && !Double.isFinite(value.doubleValue())) {
      return value.asText(); // cannot come from JSON, but from a tree built in a program
    }
    BigDecimal number = value.decimalValue();
    long digits = (long) number.precision() + Math.abs((long) number.scale());
    return digits > MAX_NUMBER_LENGTH ? number.toString() : number.toPlainString();
  }
}
