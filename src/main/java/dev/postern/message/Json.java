package dev.postern.message;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;

/** JSON as Postern reads and writes it everywhere: numbers exact, duplicate keys refused. */
public final class Json {

  /**
   * Deepest nesting that is read. Tool schemas of real services stay below 30; the limit is there
   * so that a hostile body cannot exhaust the stack of whatever walks the tree afterwards.
   */
  public static final int MAX_DEPTH = 200;

  /** Shared and never reconfigured; Jackson's mapper is safe for concurrent use. */
  public static final JsonMapper MAPPER =
      JsonMapper.builder(
              com.fasterxml.jackson.core.JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
                  .build())
          // Costs half of what the parser's own detection does, and finds the same in trees.
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  public static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private Json() {}

  /**
   * Reads one JSON value.
   *
   * @throws JsonProcessingException with the line and column of the first mistake; an empty text is
   *     a mistake too
   */
  public static JsonNode parse(String text) throws JsonProcessingException {
    try {
      return present(MAPPER.readTree(text));
    } catch (MismatchedInputException e) {
      throw readable(e);
    }
  }

  /**
   * Reads one JSON value from UTF-8 (or, as RFC 8259 readers may, UTF-16 or UTF-32).
   *
   * @throws JsonProcessingException as {@link #parse(String)}
   */
  public static JsonNode parse(byte[] utf8) throws JsonProcessingException {
    try {
      return present(MAPPER.readTree(utf8));
    } catch (MismatchedInputException e) {
      throw readable(e);
    } catch (JsonProcessingException e) {
      throw e;
    } catch (IOException e) { // malformed UTF-8 arrives as a CharConversionException
      throw new NotJsonException("The text is not valid UTF-8: " + e.getMessage());
    }
  }

  public static byte[] bytes(JsonNode node) {
    try {
      return MAPPER.writeValueAsBytes(node);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static String text(JsonNode node) {
    try {
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static ObjectNode object() {
    return NODES.objectNode();
  }

  /**
   * Without the names of Jackson's classes and features, which mean nothing to who wrote the JSON.
   */
  private static JsonProcessingException readable(MismatchedInputException e) {
    String message = e.getOriginalMessage();
    int jargon = message.indexOf(" for `");
    return jargon < 0 ? e : new NotJsonException(message.substring(0, jargon), e.getLocation());
  }

  private static JsonNode present(JsonNode node) throws JsonProcessingException {
    if (node == null || node.isMissingNode()) {
      throw new NotJsonException("The text is empty where a JSON value was expected");
    }
    return node;
  }

  private static final class NotJsonException extends JsonProcessingException {
    private static final long serialVersionUID = 1;

    NotJsonException(String message) {
      super(message);
    }

    NotJsonException(String message, JsonLocation place) {
      super(message, place);
    }
  }
}
