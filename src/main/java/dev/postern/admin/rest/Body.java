package dev.postern.admin.rest;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Problem;
import dev.postern.catalogue.Problems;
import dev.postern.catalogue.UnknownKey;
import dev.postern.message.Json;
import dev.postern.security.inbound.RequestBody;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Iterator;

/**
 * The JSON object that a request carries.
 *
 * @param text as sent, so that places in it can be named and parts of it stored as written
 */
record Body(String text, ObjectNode json) {

  static Body read(InputStream in, RequestBody limited) throws IOException, Refusal {
    byte[] bytes = limited.read(in);
    if (bytes == null) {
      throw Refusal.of(413, "too_large", "The body is larger than " + limited.limit() + " bytes");
    }
    String text = decode(bytes);
    if (parse(text) instanceof ObjectNode object) {
      return new Body(text, object);
    }
    throw Refusal.of(400, "wrong_type", "The body must be a JSON object");
  }

  /** Parses JSON that somebody wrote; a mistake is refused with its place. */
  static JsonNode parse(String text) throws Refusal {
    try {
      return Json.parse(text);
    } catch (JsonProcessingException e) {
      JsonLocation place = e.getLocation();
      int line = place == null ? 1 : Math.max(1, place.getLineNr());
      int column = place == null ? 1 : Math.max(1, place.getColumnNr());
      throw Refusal.malformed(
          "Not JSON at line " + line + ", column " + column + ": " + e.getOriginalMessage(),
          line,
          column);
    }
  }

  void checkKeys(Collection<String> known, Problems problems) {
    for (Iterator<String> keys = json.fieldNames(); keys.hasNext(); ) {
      String key = keys.next();
      if (!known.contains(key)) {
        problems.add(Problem.at("", key), UnknownKey.message(key, known));
      }
    }
  }

  private static String decode(byte[] bytes) throws Refusal {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.startsWith("\uFEFF") ? text.substring(1) : text; // some Windows editors' mark
    } catch (CharacterCodingException e) {
      throw Refusal.of(400, "malformed_json", "The body is not valid UTF-8");
    }
  }
}
