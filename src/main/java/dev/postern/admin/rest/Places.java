package dev.postern.admin.rest;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Problem;
import dev.postern.message.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Finds the line and column that a JSON Pointer names. A member stands where its key is; what is
 * missing stands at the nearest thing around it.
 */
final class Places {
  private final Set<String> wanted = new HashSet<>();
  private final Map<String, JsonLocation> found = new HashMap<>();

  private Places(Collection<String> pointers) {
    wanted.add("");
    for (String pointer : pointers) {
      for (String p = pointer; !p.isEmpty(); p = around(p)) {
        wanted.add(p);
      }
    }
  }

  /**
   * The problems as JSON, each with its place.
   *
   * @param text well-formed JSON
   * @param prefix the pointer, in {@code text}, of the document that the problems speak of
   */
  static ArrayNode describe(Collection<Problem> problems, String text, String prefix) {
    Places places = new Places(problems.stream().map(p -> prefix + p.pointer()).toList());
    places.scan(text);
    ArrayNode described = Json.NODES.arrayNode();
    for (Problem problem : problems) {
      ObjectNode json = described.addObject();
      json.put("pointer", problem.pointer()).put("message", problem.message());
      JsonLocation place = places.nearest(prefix + problem.pointer());
      json.put("line", place.getLineNr()).put("column", place.getColumnNr());
    }
    return described;
  }

  /** Keeps the wanted places only: a list of all would be many times the size of the text. */
  private void scan(String text) {
    try (JsonParser parser = Json.MAPPER.createParser(text)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token != JsonToken.END_OBJECT && token != JsonToken.END_ARRAY) {
          String pointer = parser.getParsingContext().pathAsPointer().toString();
          if (wanted.contains(pointer)) {
            found.putIfAbsent(pointer, parser.currentTokenLocation());
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JsonLocation nearest(String pointer) {
    String p = pointer;
    while (!found.containsKey(p) && !p.isEmpty()) {
      p = around(p);
    }
    return found.get(p);
  }

  private static String around(String pointer) {
    return pointer.substring(0, Math.max(0, pointer.lastIndexOf('/')));
  }
}
