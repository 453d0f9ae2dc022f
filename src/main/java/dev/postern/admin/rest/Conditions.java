package dev.postern.admin.rest;

import dev.postern.source.RowStore.Expected;
import dev.postern.source.StoredRow;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What a writer believes to replace, from {@code If-Match} and {@code If-None-Match} (RFC 9110
 * §13.1). A writer that sends neither replaces whatever is there.
 */
record Conditions(String ifMatch, String ifNoneMatch) {

  boolean areNone() {
    return ifMatch == null && ifNoneMatch == null;
  }

  /**
   * @return empty where the conditions already fail
   */
  Optional<Expected> expected(Optional<StoredRow> present) {
    if (ifNoneMatch != null) {
      return ifNoneMatch.trim().equals("*")
          ? Optional.of(new Expected.Absent())
          : Optional.empty(); // a writer that only knows what must not be there is not served
    }
    if (ifMatch == null) {
      return Optional.of(new Expected.Anything());
    }
    return present
        .map(StoredRow::tag)
        .filter(tag -> ifMatch.trim().equals("*") || tags(ifMatch).contains(tag))
        .map(Expected.Tag::new);
  }

  /** The tags of a list, weak or strong: ours change with every change of content. */
  static List<String> tags(String header) {
    return Arrays.stream(header.split(","))
        .map(String::trim)
        .map(tag -> tag.startsWith("W/") ? tag.substring(2) : tag)
        .map(tag -> tag.replaceAll("^\"|\"$", ""))
        .toList();
  }
}
