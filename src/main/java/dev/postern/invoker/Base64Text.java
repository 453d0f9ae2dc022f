package dev.postern.invoker;

import dev.postern.invoker.BytesTemplate.Bytes;
import dev.postern.template.PercentEncoding;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;

/** Bytes as a JSON string holds them: RFC 4648 with either alphabet, or RFC 2397. */
final class Base64Text {
  private static final String DATA = "data:";

  private Base64Text() {}

  /** Null where it is neither. */
  static Bytes decode(String text) {
    if (!text.regionMatches(true, 0, DATA, 0, DATA.length())) {
      byte[] bytes = base64(text);
      return bytes == null ? null : new Bytes(null, null, bytes);
    }
    int comma = text.indexOf(',');
    if (comma < 0) {
      return null;
    }
    String head = text.substring(DATA.length(), comma);
    boolean encoded = head.toLowerCase(Locale.ROOT).endsWith(";base64");
    String type = encoded ? head.substring(0, head.length() - 7) : head;
    if (HeaderTemplate.hasControl(type)) {
      return null;
    }
    String data = text.substring(comma + 1);
    byte[] bytes = encoded ? base64(data) : percentDecoded(data);
    return bytes == null ? null : new Bytes(type.isEmpty() ? null : type, null, bytes);
  }

  private static byte[] percentDecoded(String data) {
    String decoded = PercentEncoding.decode(data);
    return decoded == null ? null : decoded.getBytes(StandardCharsets.UTF_8);
  }

  /** Line breaks are left out as MIME has it; anything else is a mistake, not to be skipped. */
  private static byte[] base64(String text) {
    String clean = text;
    if (text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0) {
      clean = text.replace("\r", "").replace("\n", "");
    }
    boolean url = clean.indexOf('-') >= 0 || clean.indexOf('_') >= 0;
    try {
      return (url ? Base64.getUrlDecoder() : Base64.getDecoder()).decode(clean);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
