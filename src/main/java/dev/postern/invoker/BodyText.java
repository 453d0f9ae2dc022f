package dev.postern.invoker;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Bodies as text. */
final class BodyText {
  private BodyText() {}

  /**
   * Strictly: a wrong character set must not yield wrong data.
   *
   * @param charset may be null, for one that is not known
   * @return null where the body is not in the character set
   */
  static String decode(byte[] body, Charset charset) {
    if (charset == null) {
      return null;
    }
    if (charset.equals(StandardCharsets.UTF_8)) {
      String text = new String(body, charset);
      if (text.indexOf('\uFFFD') < 0 && !text.startsWith("\uFEFF")) {
        return text; // nothing was replaced: the common case, without a decoder
      }
    }
    try {
      String text = charset.newDecoder().decode(ByteBuffer.wrap(body)).toString();
      return text.startsWith("\uFEFF") ? text.substring(1) : text; // RFC 8259 §8.1
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /**
   * Text that names no character set is UTF-8 where that fits, else what HTTP once assumed.
   *
   * @return null where it names one that does not fit
   */
  static String decode(byte[] body, MediaType type) {
    String text = decode(body, type.charset());
    return text == null && !type.named() ? new String(body, StandardCharsets.ISO_8859_1) : text;
  }

  /** For messages: something readable whatever the body is; null where it is empty or no text. */
  static String sample(byte[] body, MediaType type) {
    if (body.length == 0 || !type.isText()) {
      return null;
    }
    return new String(body, type.charset() == null ? StandardCharsets.ISO_8859_1 : type.charset());
  }

  static String cut(String text, int length) {
    if (text.length() <= length) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length;
    return text.substring(0, end) + "\u2026";
  }
}
