package dev.postern.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Catalogue;
import dev.postern.message.ErrorCode;
import dev.postern.message.Json;
import dev.postern.message.RpcException;
import dev.postern.session.Seal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The pages of one kind of list, serialised once for each catalogue and revision. A cursor names
 * the last entry that was seen, sealed, so that a change between two pages skips nothing.
 */
public final class Lists {
  private final String method;
  private final String key;
  private final Function<Catalogue, Collection<ObjectNode>> definitions;
  private final String nameKey;
  private final Seal cursors;
  private final int pageSize;

  /** Of the present catalogue only; replaced when it is. Two threads may make the same pages. */
  private volatile Made made = new Made(null, Map.of());

  /**
   * @param key of the list in its result, for instance {@code tools}
   * @param definitions in a stable order
   * @param nameKey what tells definitions apart, {@code name} or {@code uri}
   */
  public Lists(
      String method,
      String key,
      Function<Catalogue, Collection<ObjectNode>> definitions,
      String nameKey,
      Seal cursors,
      int pageSize) {
    this.method = method;
    this.key = key;
    this.definitions = definitions;
    this.nameKey = nameKey;
    this.cursors = cursors;
    this.pageSize = pageSize;
  }

  /**
   * @throws RpcException if the cursor is none of ours
   */
  public Result page(Catalogue catalogue, Revision revision, ObjectNode params)
      throws RpcException {
    List<Page> pages = pages(catalogue, revision);
    JsonNode cursor = params.get("cursor");
    if (cursor == null || cursor.isNull()) {
      return pages.get(0).result();
    }
    String last = lastSeen(cursor);
    for (int i = 0; i + 1 < pages.size(); i++) {
      if (pages.get(i).last().equals(last)) {
        return pages.get(i + 1).result();
      }
    }
    return after(last, catalogue, revision);
  }

  private List<Page> pages(Catalogue catalogue, Revision revision) {
    Made known = made;
    if (known.catalogue() != catalogue) {
      known = new Made(catalogue, new ConcurrentHashMap<>());
      made = known;
    }
    return known.byRevision().computeIfAbsent(revision.version(), v -> make(catalogue, revision));
  }

  private List<Page> make(Catalogue catalogue, Revision revision) {
    List<ObjectNode> all = List.copyOf(definitions.apply(catalogue));
    List<Page> pages = new ArrayList<>();
    int from = 0;
    do {
      int to = Math.min(all.size(), from + pageSize);
      pages.add(page(all.subList(from, to), to < all.size(), revision));
      from = to;
    } while (from < all.size());
    return pages;
  }

  private Page page(List<ObjectNode> entries, boolean more, Revision revision) {
    ObjectNode result = Json.object();
    ArrayNode list = result.putArray(key);
    list.addAll(entries);
    String last = entries.isEmpty() ? "" : name(entries.get(entries.size() - 1));
    if (more) {
      result.put("nextCursor", cursors.seal((key + " " + last).getBytes(StandardCharsets.UTF_8)));
    }
    return new Page(last, new Result.Ready(Json.bytes(revision.shape(method, result))));
  }

  /** The catalogue changed since the cursor was given out. */
  private Result after(String last, Catalogue catalogue, Revision revision) {
    List<ObjectNode> rest =
        definitions.apply(catalogue).stream()
            .filter(definition -> name(definition).compareTo(last) > 0)
            .toList();
    int to = Math.min(rest.size(), pageSize);
    return page(rest.subList(0, to), to < rest.size(), revision).result();
  }

  private String lastSeen(JsonNode cursor) throws RpcException {
    String opened =
        cursors
            .open(cursor.asText())
            .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
            .orElse("");
    if (!cursor.isTextual() || !opened.startsWith(key + " ")) {
      throw new RpcException(ErrorCode.INVALID_PARAMS, "\"params.cursor\" is not one of " + method);
    }
    return opened.substring(key.length() + 1);
  }

  private String name(ObjectNode definition) {
    return definition.path(nameKey).asText();
  }

  private record Page(String last, Result result) {}

  private record Made(Catalogue catalogue, Map<String, List<Page>> byRevision) {}
}
