package dev.postern.admin.rest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Catalogue;
import dev.postern.catalogue.CatalogueEntry;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.message.Json;
import dev.postern.source.Kind;
import dev.postern.source.RowStore;
import dev.postern.source.StoredRow;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;

/**
 * All rows of one kind with what became of them. Open consoles ask every few seconds: the list is
 * made anew only when the catalogue was, and reading it otherwise costs the database nothing.
 */
final class RowList {

  /** Rows that did not change the catalogue (a description while offline) show up this late. */
  private static final Duration KEPT = Duration.ofSeconds(10);

  private final Kind kind;
  private final RowStore store;
  private final LiveCatalogue catalogue;
  private final BiFunction<Catalogue, String, CatalogueEntry<?>> entries;
  private volatile Made last; // written under this object's lock

  /**
   * @param entries finds what became of a row in a catalogue, by its name
   */
  RowList(
      Kind kind,
      RowStore store,
      LiveCatalogue catalogue,
      BiFunction<Catalogue, String, CatalogueEntry<?>> entries) {
    this.kind = kind;
    this.entries = entries;
    this.store = store;
    this.catalogue = catalogue;
  }

  /**
   * The list as made from one catalogue.
   *
   * @param json the whole list; not to be changed
   */
  record Made(Catalogue from, long at, List<RowSummary> rows, byte[] json, String tag) {}

  Made current() {
    Made made = last;
    return isFresh(made) ? made : renew();
  }

  /** Something was written: the next reader reads the database. */
  synchronized void forget() {
    last = null;
  }

  /** The part of the list that matches {@code sought}, from {@code offset} on. */
  ObjectNode page(String sought, int offset, int limit) {
    String needle = sought.toLowerCase(Locale.ROOT);
    List<RowSummary> matching =
        current().rows().stream().filter(row -> row.sought().contains(needle)).toList();
    return json(matching.stream().skip(offset).limit(limit).toList(), matching.size());
  }

  private synchronized Made renew() {
    if (isFresh(last)) {
      return last; // somebody else just did
    }
    Catalogue from = catalogue.current(); // before the rows: a later catalogue renews again
    List<RowSummary> rows = new ArrayList<>();
    for (StoredRow row : store.list()) {
      rows.add(RowSummary.of(row, entries.apply(from, row.name())));
    }
    byte[] json = Json.bytes(json(rows, rows.size()));
    last = new Made(from, System.nanoTime(), List.copyOf(rows), json, digest(json));
    return last;
  }

  private boolean isFresh(Made made) {
    return made != null
        && made.from() == catalogue.current()
        && System.nanoTime() - made.at() < KEPT.toNanos();
  }

  private ObjectNode json(List<RowSummary> rows, int total) {
    ObjectNode json = Json.object().put("total", total);
    ArrayNode shown = json.putArray(kind.plural());
    rows.forEach(row -> shown.add(row.json()));
    return json;
  }

  private static String digest(byte[] json) {
    try {
      byte[] sum = MessageDigest.getInstance("SHA-256").digest(json);
      return HexFormat.of().formatHex(sum, 0, 12); // 96 bits: no two lists share a tag by chance
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java platform has SHA-256
    }
  }
}
