package dev.postern.source.db;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import dev.postern.source.Row;
import dev.postern.source.StoredRow;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;

/**
 * A row of any kind's table.
 *
 * @param stamp {@code updated_at} in microseconds since 1970
 * @param checksum of name, enabled and config_json, as the database computes it
 */
record TableRow(
    long id, String name, boolean enabled, String configJson, long stamp, long checksum) {

  private static final int TAG_BYTES = 16; // no two texts ever share 128 bits of SHA-256

  Row row() {
    return new Row(id, name, enabled, document());
  }

  StoredRow stored() {
    Instant updatedAt = Instant.EPOCH.plus(stamp, ChronoUnit.MICROS);
    return new StoredRow(name, enabled, document(), updatedAt, tag());
  }

  /**
   * The row's JSON. H2 turns text that is inserted into a column of type JSON into one JSON string;
   * the document is inside then.
   */
  private String document() {
    if (!configJson.stripLeading().startsWith("\"")) {
      return configJson;
    }
    try {
      JsonNode outer = Json.parse(configJson);
      return outer.isTextual() ? outer.textValue() : configJson;
    } catch (JsonProcessingException e) {
      return configJson; // whoever parses it says what is wrong
    }
  }

  private String tag() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update((byte) (enabled ? 1 : 0));
      byte[] hash = digest.digest(configJson.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, TAG_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }
}
