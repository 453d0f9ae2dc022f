package dev.postern.catalogue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import java.util.List;

/**
 * Turns the JSON of rows into what serves. Implementations are safe for concurrent use.
 *
 * @param <T> {@link Tool}, {@link Prompt} or {@link Resource}
 */
public interface ConfigParser<T> {

  /**
   * @param name the row's name; the JSON may leave it out but not contradict it
   * @throws BadConfigException with everything that is wrong
   */
  T parse(String name, JsonNode document) throws BadConfigException;

  /** What no two entries may both have, beside their names; null where there is no such thing. */
  default String claim(T entry) {
    return null;
  }

  /** The same under another name, for a row that was renamed and spoilt in one step. */
  T renamed(T present, String name);

  /**
   * @throws BadConfigException with everything that is wrong, or with the place of the first
   *     mistake where it is not JSON
   */
  default T parse(String name, String json) throws BadConfigException {
    JsonNode document;
    try {
      document = Json.parse(json);
    } catch (JsonProcessingException e) {
      String place =
          e.getLocation() == null
              ? ""
              : " at line "
                  + e.getLocation().getLineNr()
                  + ", column "
                  + e.getLocation().getColumnNr();
      String message = "is not JSON" + place + ": " + e.getOriginalMessage();
      throw new BadConfigException(List.of(new Problem("", message)));
    }
    return parse(name, document);
  }
}
