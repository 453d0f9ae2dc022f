package dev.postern.admin.rest;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.postern.catalogue.BadConfigException;
import dev.postern.catalogue.ConfigParser;
import dev.postern.catalogue.Problem;
import dev.postern.catalogue.Problems;
import dev.postern.message.Json;
import dev.postern.source.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A row's JSON as somebody sent it.
 *
 * @param name the row's name; empty where none was given
 * @param text the row's JSON as written
 * @param source the text that line numbers are counted in: the body, or the row's own text where it
 *     came as a string
 * @param prefix the pointer of the row in {@code source}
 */
record SentRow(String name, String text, JsonNode document, String source, String prefix) {
  private static final String CONFIG = "configJson";

  /** Reads {@code configJson} and {@code name} out of a body that wraps a row. */
  static SentRow wrapped(Body body, Kind kind, Problems problems) throws Refusal {
    JsonNode config = body.json().get(CONFIG);
    if (config.isTextual()) {
      String text = config.textValue();
      JsonNode document = Body.parse(text);
      return new SentRow(name(body.json(), document), text, document, text, "");
    }
    if (!config.isObject()) {
      problems.add(
          "/" + CONFIG, "must be the " + kind.noun() + "'s JSON, as an object or as a string");
    }
    String text = slice(body.text());
    return new SentRow(name(body.json(), config), text, config, body.text(), "/" + CONFIG);
  }

  /** The body is the row. */
  static SentRow bare(Body body) {
    return new SentRow(name(Json.object(), body.json()), body.text(), body.json(), body.text(), "");
  }

  static boolean isWrapped(Body body) {
    return body.json().has(CONFIG);
  }

  /**
   * @throws Refusal with everything that is wrong with it
   */
  <T> T parse(ConfigParser<T> parser, Kind kind) throws Refusal {
    try {
      return parser.parse(name, document);
    } catch (BadConfigException e) {
      throw Refusal.withProblems(
          "invalid_" + kind.noun(),
          "The " + kind.noun() + " has mistakes; nothing was written",
          places(named(e, kind)));
    }
  }

  ArrayNode places(List<Problem> problems) {
    return Places.describe(problems, source, prefix);
  }

  /** Where no name could be read, one sentence says so instead of what follows from it. */
  private List<Problem> named(BadConfigException e, Kind kind) {
    if (!name.isEmpty()) {
      return e.problems();
    }
    List<Problem> problems = new ArrayList<>(e.problems());
    problems.removeIf(problem -> problem.pointer().equals("/name"));
    problems.add(
        0, new Problem("/name", "A " + kind.noun() + " needs a name: a string that is not empty"));
    return problems;
  }

  private static String name(JsonNode wrapper, JsonNode document) {
    JsonNode name = wrapper.hasNonNull("name") ? wrapper.get("name") : document.path("name");
    return name.isTextual() ? name.textValue() : "";
  }

  /** The characters of {@code configJson} as they stand in the body. */
  private static String slice(String body) {
    try (JsonParser parser = Json.MAPPER.createParser(body)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean config = parser.currentName().equals(CONFIG);
        parser.nextToken();
        long start = parser.currentTokenLocation().getCharOffset();
        parser.skipChildren();
        if (config) {
          return body.substring((int) start, (int) parser.currentLocation().getCharOffset());
        }
      }
      throw new IllegalStateException("The body has no " + CONFIG);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
