package dev.postern.template;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** RFC 3986 §2: how a value becomes part of a URL. */
public final class PercentEncoding {
  private static final String HEX = "0123456789ABCDEF";
  private static final String UNRESERVED_MARKS = "-._~";

  /** What may stand in a path segment besides unreserved characters: sub-delims, ":" and "@". */
  private static final String SEGMENT_MARKS = "!$&'()*+,;=:@";

  private static final boolean[] UNRESERVED = table(UNRESERVED_MARKS);
  private static final boolean[] IN_PATH = table(UNRESERVED_MARKS + SEGMENT_MARKS + "/");
  private static final boolean[] IN_QUERY = table(UNRESERVED_MARKS + SEGMENT_MARKS + "/?");

  /** What may stand in one path segment and means nothing there. */
  private static final boolean[] IN_SEGMENT = table(UNRESERVED_MARKS + SEGMENT_MARKS);

  /** What may stand in a query's value: without what separates names and values, or is a space. */
  private static final boolean[] IN_VALUE = table(UNRESERVED_MARKS + "!$'()*,;:@/?");

  /** RFC 6265 §4.1.1, without the percent sign: it begins what is encoded. */
  private static final boolean[] IN_COOKIE = table("!#$&'()*+-./:<=>?@[]^_`{|}~");

  private PercentEncoding() {}

  /**
   * Everything but the unreserved characters encoded, so that the value means only itself wherever
   * it stands.
   *
   * @throws IllegalArgumentException if the value is no Unicode text
   */
  public static String encode(String value) {
    StringBuilder out = new StringBuilder(value.length() + 16);
    if (!append(out, value)) {
      throw new IllegalArgumentException("half a surrogate pair");
    }
    return out.toString();
  }

  /**
   * As {@link #encode}, at the end of {@code out}.
   *
   * @return false where the value has half a surrogate pair and so no UTF-8 form
   */
  static boolean append(StringBuilder out, String value) {
    return append(out, value, UNRESERVED, false);
  }

  /** As {@link #append(StringBuilder, String)}, keeping what means nothing within a segment. */
  static boolean appendSegment(StringBuilder out, String value) {
    return append(out, value, IN_SEGMENT, false);
  }

  /** As {@link #append(StringBuilder, String)}, keeping what means nothing within a value. */
  static boolean appendQueryValue(StringBuilder out, String value) {
    return append(out, value, IN_VALUE, false);
  }

  /**
   * A value as it stands in the header {@code Cookie}.
   *
   * @return null where it is no Unicode text
   */
  public static String cookie(String value) {
    StringBuilder out = new StringBuilder(value.length() + 16);
    return append(out, value, IN_COOKIE, false) ? out.toString() : null;
  }

  /** A path as its author wrote it, with only what may not stand in a URL encoded. */
  static String completePath(String written) {
    StringBuilder out = new StringBuilder(written.length());
    append(out, written, IN_PATH, true);
    return out.toString();
  }

  /** A query as its author wrote it, with only what may not stand in a URL encoded. */
  static String completeQuery(String written) {
    StringBuilder out = new StringBuilder(written.length());
    append(out, written, IN_QUERY, true);
    return out.toString();
  }

  /**
   * The text that was encoded; a plus stays a plus.
   *
   * @return null where an octet is written wrongly or they are no UTF-8
   */
  public static String decode(String encoded) {
    if (encoded.indexOf('%') < 0) {
      return encoded;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(encoded.length());
    byte[] bytes = encoded.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] != '%') {
        out.write(bytes[i]);
        continue;
      }
      int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
      int low = i + 2 < bytes.length ? Character.digit(bytes[i + 2], 16) : -1;
      if (high < 0 || low < 0) {
        return null;
      }
      out.write(high << 4 | low);
      i += 2;
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(out.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  private static boolean append(
      StringBuilder out, String text, boolean[] legal, boolean keepEncoded) {
    int plain = plain(text, legal);
    out.append(text, 0, plain); // mostly all of it
    for (int i = plain; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 128) {
        if (legal[c] || keepEncoded && c == '%' && isEncoded(text, i)) {
          out.append(c);
        } else {
          octet(out, c);
        }
        continue;
      }
      int point = text.codePointAt(i);
      if (point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
        return false;
      }
      beyondAscii(out, point);
      i += Character.charCount(point) - 1;
    }
    return true;
  }

  /** How many characters at its beginning stand for themselves. */
  private static int plain(String text, boolean[] legal) {
    int at = 0;
    while (at < text.length() && text.charAt(at) < 128 && legal[text.charAt(at)]) {
      at++;
    }
    return at;
  }

  /** UTF-8, RFC 3629 §3. */
  private static void beyondAscii(StringBuilder out, int point) {
    if (point < 0x800) {
      octet(out, 0xC0 | point >> 6);
    } else {
      if (point < 0x10000) {
        octet(out, 0xE0 | point >> 12);
      } else {
        octet(out, 0xF0 | point >> 18);
        octet(out, 0x80 | point >> 12 & 0x3F);
      }
      octet(out, 0x80 | point >> 6 & 0x3F);
    }
    octet(out, 0x80 | point & 0x3F);
  }

  private static void octet(StringBuilder out, int octet) {
    out.append('%').append(HEX.charAt(octet >> 4)).append(HEX.charAt(octet & 15));
  }

  private static boolean isEncoded(String text, int percent) {
    return percent + 2 < text.length()
        && Character.digit(text.charAt(percent + 1), 16) >= 0
        && Character.digit(text.charAt(percent + 2), 16) >= 0;
  }

  private static boolean[] table(String marks) {
    boolean[] table = new boolean[128];
    for (char c = 0; c < 128; c++) {
      table[c] =
          c >= 'a' && c <= 'z'
              || c >= 'A' && c <= 'Z'
              || c >= '0' && c <= '9'
              || marks.indexOf(c) >= 0;
    }
    return table;
  }
}
