package dev.postern.admin.rest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Catalogue;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.message.Json;
import dev.postern.source.StoredTool;
import dev.postern.source.ToolStore;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * All tools with what became of them. Open consoles ask every few seconds: the list is made anew
 * only when the catalogue was, and reading it otherwise costs the database nothing.
 */
final class ToolList {

  /** Rows that did not change the catalogue (a description while offline) show up this late. */
  private static final Duration KEPT = Duration.ofSeconds(10);

  private final ToolStore store;
  private final LiveCatalogue catalogue;
  private volatile Made last; // written under this object's lock

  ToolList(ToolStore store, LiveCatalogue catalogue) {
    this.store = store;
    this.catalogue = catalogue;
  }

  /**
   * The list as made from one catalogue.
   *
   * @param json the whole list; not to be changed
   */
  record Made(Catalogue from, long at, List<ToolSummary> tools, byte[] json, String tag) {}

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
    List<ToolSummary> matching =
        current().tools().stream().filter(tool -> tool.sought().contains(needle)).toList();
    return json(matching.stream().skip(offset).limit(limit).toList(), matching.size());
  }

  private synchronized Made renew() {
    if (isFresh(last)) {
      return last; // somebody else just did
    }
    Catalogue from = catalogue.current(); // before the rows: a later catalogue renews again
    List<ToolSummary> tools = new ArrayList<>();
    for (StoredTool row : store.list()) {
      tools.add(ToolSummary.of(row, from.entries().get(row.name())));
    }
    byte[] json = Json.bytes(json(tools, tools.size()));
    last = new Made(from, System.nanoTime(), List.copyOf(tools), json, digest(json));
    return last;
  }

  private boolean isFresh(Made made) {
    return made != null
        && made.from() == catalogue.current()
        && System.nanoTime() - made.at() < KEPT.toNanos();
  }

  private static ObjectNode json(List<ToolSummary> tools, int total) {
    ObjectNode json = Json.object().put("total", total);
    ArrayNode rows = json.putArray("tools");
    tools.forEach(tool -> rows.add(tool.json()));
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
