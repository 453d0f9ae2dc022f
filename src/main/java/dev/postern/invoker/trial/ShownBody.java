package dev.postern.invoker.trial;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.telemetry.CallTrace.Header;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Bodies for people to read: as text where they are one, without secrets, and not too long. */
final class ShownBody {
  /** More than anybody reads; a page with many of these is still a page. */
  static final int MOST = 64 * 1024;

  private static final Pattern CHARSET = Pattern.compile("(?i)charset=\"?([^\";\\s]+)");

  private ShownBody() {}

  /**
   * @param most characters, or bytes, to be shown
   * @return null where there is no body
   */
  static ObjectNode of(byte[] body, List<Header> headers, Masks masks, int most) {
    if (body == null || body.length == 0) {
      return null;
    }
    ObjectNode shown = Json.object().put("bytes", body.length);
    String text = text(body, headers);
    if (text != null) {
      String clean = masks.document(text);
      String part = clean.length() <= most ? clean : clean.substring(0, end(clean, most));
      shown.put("text", part);
      return part.equals(clean) ? shown : shown.put("cut", true);
    }
    byte[] clean = masks.bytes(body);
    byte[] part = clean.length <= most ? clean : Arrays.copyOf(clean, most);
    shown.put("base64", Base64.getEncoder().encodeToString(part));
    return part == clean ? shown : shown.put("cut", true);
  }

  /** UTF-8, or what the Content-Type names; null where it is neither, or has control characters. */
  static String text(byte[] body, List<Header> headers) {
    String text = decode(body, StandardCharsets.UTF_8);
    if (text == null) {
      text = decode(body, named(headers));
    }
    return text == null || text.chars().anyMatch(ShownBody::isControl) ? null : text;
  }

  private static int end(String text, int most) {
    return Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
  }

  private static boolean isControl(int c) {
    return c < ' ' && c != '\n' && c != '\r' && c != '\t';
  }

  private static String decode(byte[] body, Charset charset) {
    try {
      return charset == null ? null : charset.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /** Null where none is named that is known here. */
  private static Charset named(List<Header> headers) {
    for (Header header : headers) {
      Matcher charset = CHARSET.matcher(header.value());
      if (header.name().equalsIgnoreCase("Content-Type") && charset.find()) {
        try {
          return Charset.forName(charset.group(1));
        } catch (IllegalArgumentException e) { // no such name, or none at all
          return null;
        }
      }
    }
    return null;
  }
}
