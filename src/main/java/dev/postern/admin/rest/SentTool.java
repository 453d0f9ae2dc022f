package dev.postern.admin.rest;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.postern.catalogue.BadToolException;
import dev.postern.catalogue.Problem;
import dev.postern.catalogue.Problems;
import dev.postern.catalogue.Tool;
import dev.postern.catalogue.ToolParser;
import dev.postern.message.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A tool's JSON as somebody sent it.
 *
 * @param name the row's name; empty where none was given
 * @param text the tool's JSON as written
 * @param source the text that line numbers are counted in: the body, or the tool's own text where
 *     it came as a string
 * @param prefix the pointer of the tool in {@code source}
 */
record SentTool(String name, String text, JsonNode document, String source, String prefix) {
  private static final String CONFIG = "configJson";

  /** Reads {@code configJson} and {@code name} out of a body that wraps a tool. */
  static SentTool wrapped(Body body, Problems problems) throws Refusal {
    JsonNode config = body.json().get(CONFIG);
    if (config.isTextual()) {
      String text = config.textValue();
      JsonNode document = Body.parse(text);
      return new SentTool(name(body.json(), document), text, document, text, "");
    }
    if (!config.isObject()) {
      problems.add("/" + CONFIG, "must be the tool's JSON, as an object or as a string");
    }
    String text = slice(body.text());
    return new SentTool(name(body.json(), config), text, config, body.text(), "/" + CONFIG);
  }

  /** The body is the tool. */
  static SentTool bare(Body body) {
    return new SentTool(
        name(Json.object(), body.json()), body.text(), body.json(), body.text(), "");
  }

  static boolean isWrapped(Body body) {
    return body.json().has(CONFIG);
  }

  /**
   * @throws Refusal with everything that is wrong with the tool
   */
  Tool parse(ToolParser parser) throws Refusal {
    try {
      return parser.parse(name, document);
    } catch (BadToolException e) {
      throw Refusal.withProblems(
          "invalid_tool", "The tool has mistakes; nothing was written", places(named(e)));
    }
  }

  ArrayNode places(List<Problem> problems) {
    return Places.describe(problems, source, prefix);
  }

  /** Where no name could be read, one sentence says so instead of what follows from it. */
  private List<Problem> named(BadToolException e) {
    if (!name.isEmpty()) {
      return e.problems();
    }
    List<Problem> problems = new ArrayList<>(e.problems());
    problems.removeIf(problem -> problem.pointer().equals("/name"));
    problems.add(0, new Problem("/name", "A tool needs a name: a string that is not empty"));
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
