package dev.postern.protocol.stateless;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;

/** The headers of one request, of which each must say one thing only. */
public final class Headers {
  private static final String PREFIX = "=?base64?";
  private static final String SUFFIX = "?=";

  static final Headers NONE = new Headers(name -> List.of());

  private final Function<String, List<String>> lines;

  /**
   * @param lines all values of a header by its name, in any case
   */
  public Headers(Function<String, List<String>> lines) {
    this.lines = lines;
  }

  /**
   * The value as sent, or null where there is none.
   *
   * @throws RefusedException if several lines disagree: whoever routes by the first and whoever
   *     acts by the last would see two requests
   */
  String value(String name) throws RefusedException {
    String value = null;
    for (String line : lines.apply(name)) {
      String trimmed = trimmed(name, line);
      if (value != null && !value.equals(trimmed)) {
        throw RefusedException.mismatch("The header " + name + " is there twice, with two values");
      }
      value = trimmed;
    }
    return value;
  }

  /** Without optional white space (RFC 9110 §5.6.3), and only if nothing else hides in it. */
  private static String trimmed(String name, String line) throws RefusedException {
    int begin = 0;
    int end = line.length();
    while (begin < end && isBlank(line.charAt(begin))) {
      begin++;
    }
    while (end > begin && isBlank(line.charAt(end - 1))) {
      end--;
    }
    for (int i = begin; i < end; i++) {
      char c = line.charAt(i);
      if ((c < ' ' && c != '\t') || c > '~') {
        throw RefusedException.mismatch(
            "The header " + name + " holds a character that must be sent in the base64 form");
      }
    }
    return line.substring(begin, end);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  /**
   * The value with its base64 form undone (2026-07-28, transports, header encoding); null where
   * there is none.
   */
  String decoded(String name) throws RefusedException {
    String value = value(name);
    if (value == null
        || !value.startsWith(PREFIX)
        || !value.endsWith(SUFFIX)
        || value.length() < PREFIX.length() + SUFFIX.length()) {
      return value;
    }
    String base64 = value.substring(PREFIX.length(), value.length() - SUFFIX.length());
    try {
      byte[] bytes = Base64.getDecoder().decode(base64);
      if (!Base64.getEncoder().encodeToString(bytes).equals(base64)) {
        throw new IllegalArgumentException("not the canonical form");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (IllegalArgumentException | CharacterCodingException e) {
      throw RefusedException.mismatch("The header " + name + " is not valid base64 of UTF-8");
    }
  }
}
