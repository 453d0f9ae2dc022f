package dev.postern.security;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Enumeration;
import java.util.function.Function;

/**
 * Headers of the client's own request, copied while it was there: a call may outlive it, and the
 * server uses the object again for somebody else's.
 *
 * @param values by name in lower case; several lines of one name are joined. Read only
 */
public record ClientHeaders(ObjectNode values) {

  /** For calls that no HTTP request brought. */
  public static final ClientHeaders NONE = new ClientHeaders(Json.object());

  /**
   * @param names those that are wanted, in lower case
   * @param headers as of a servlet request
   */
  public static ClientHeaders copy(
      Iterable<String> names, Function<String, Enumeration<String>> headers) {
    ObjectNode values = Json.object();
    for (String name : names) {
      Enumeration<String> lines = headers.apply(name);
      if (lines != null && lines.hasMoreElements()) {
        values.put(name, joined(lines, name.equals("cookie") ? "; " : ", "));
      }
    }
    return values.isEmpty() ? NONE : new ClientHeaders(values);
  }

  /** RFC 9110 §5.2; RFC 9113 §8.2.3 for cookies. */
  private static String joined(Enumeration<String> lines, String separator) {
    StringBuilder all = new StringBuilder(utf8(lines.nextElement()));
    while (lines.hasMoreElements()) {
      all.append(separator).append(utf8(lines.nextElement()));
    }
    return all.toString();
  }

  /** Servers make one character of each byte; what was UTF-8 becomes that again. */
  private static String utf8(String octets) {
    if (octets.chars().noneMatch(c -> c > 0x7F) || octets.chars().anyMatch(c -> c > 0xFF)) {
      return octets;
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(octets.getBytes(StandardCharsets.ISO_8859_1)))
          .toString();
    } catch (CharacterCodingException e) {
      return octets;
    }
  }
}
