package dev.postern.invoker.paging;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Conversation;
import dev.postern.invoker.Answered;
import dev.postern.invoker.CallErrors;
import dev.postern.invoker.CallFailedException;
import dev.postern.invoker.Inquiry;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.upstream.Lines;
import dev.postern.upstream.UpstreamException;
import dev.postern.upstream.UpstreamRequest;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Fetches pages one after the other and makes one answer of them: the first page, with the items of
 * all. A page that fails is the failure of the whole: half a list would look like a whole one.
 */
final class Pages implements Inquiry {
  /** As much as one answer may have where nobody sets another limit. */
  private static final long MOST_BYTES = 10L * 1024 * 1024;

  private final Inquiry inner;
  private final NextPage next;
  private final Places places;
  private final int maxPages;
  private final int maxItems;

  /**
   * Where things stand in a page.
   *
   * @param more whether there are more pages; null where that is not said
   * @param total how many items there are in all; null where that is not said
   */
  record Places(JsonPointer items, JsonPointer more, JsonPointer total) {}

  Pages(Inquiry inner, NextPage next, Places places, int maxPages, int maxItems) {
    this.inner = inner;
    this.next = next;
    this.places = places;
    this.maxPages = maxPages;
    this.maxItems = maxItems;
  }

  @Override
  public Answered ask(UpstreamRequest first, Lines lines, Conversation client)
      throws UpstreamException, CallFailedException, InterruptedException {
    Merged merged = new Merged();
    Set<String> asked = new HashSet<>();
    UpstreamRequest request = first;
    while (request != null) {
      asked.add(identity(request));
      Answered page = inner.ask(request, Lines.NONE, client);
      JsonNode json = page.json();
      if (page.status() >= 300 || json == null && merged.first == null) {
        return page;
      }
      if (json == null && page.answer().body().length > 0) {
        throw badPage();
      }
      if (json == null) {
        break; // such as 204 behind the last page
      }
      int items = merged.add(page, json);
      tell(client, merged, json);
      UpstreamRequest following =
          isLast(merged, json) ? null : next.after(new NextPage.Page(request, page, json, items));
      if (following != null && asked.contains(identity(following))) {
        following = null; // a ring
      }
      if (following != null && merged.isFull()) {
        merged.unread = true;
        following = null;
      }
      request = following;
    }
    return merged.answered();
  }

  private boolean isLast(Merged merged, JsonNode json) {
    if (places.more() != null && !json.at(places.more()).asBoolean()) {
      return true;
    }
    JsonNode total = places.total() == null ? null : json.at(places.total());
    return total != null && total.isNumber() && merged.items.size() >= total.asLong();
  }

  private void tell(Conversation client, Merged merged, JsonNode json) {
    ObjectNode progress = Json.object().put("progress", merged.items.size());
    JsonNode total = places.total() == null ? null : json.at(places.total());
    if (total != null && total.isNumber()) {
      progress.set("total", total);
    }
    client.progress(
        progress.put("message", merged.pages + " pages, " + merged.items.size() + " items"));
  }

  private static String identity(UpstreamRequest request) {
    return request.target() + " " + Arrays.hashCode(request.body());
  }

  /** The pages so far. For one call. */
  private final class Merged {
    private final ArrayNode items = Json.NODES.arrayNode();
    private Answered first;
    private JsonNode firstJson;
    private int pages;
    private long bytes;

    /** Whether there is more than was fetched. */
    private boolean unread;

    int add(Answered page, JsonNode json) throws CallFailedException {
      if (first == null) {
        first = page;
        firstJson = json;
      }
      pages++;
      bytes += page.answer().body().length;
      JsonNode list = json.at(places.items());
      if (!list.isArray() && !list.isNull() && !list.isMissingNode()) {
        throw badPage();
      }
      list.forEach(items::add);
      return list.size();
    }

    boolean isFull() {
      return pages >= maxPages || items.size() >= maxItems || bytes >= MOST_BYTES;
    }

    Answered answered() throws CallFailedException {
      boolean tooMany = items.size() > maxItems;
      if (pages == 1 && !tooMany) {
        return unread ? first.noting(note()) : first;
      }
      while (items.size() > maxItems) {
        items.remove(items.size() - 1);
      }
      Answered all = first.withJson(whole());
      return unread || tooMany ? all.noting(note()) : all;
    }

    private JsonNode whole() throws CallFailedException {
      if (places.items().matches()) {
        return items;
      }
      JsonNode owner = firstJson.at(places.items().head());
      boolean absent = owner.isMissingNode() || owner.isNull();
      if (!firstJson.isObject() || !owner.isObject() && !absent) {
        throw badPage(); // the first had no place for what later ones have
      }
      ObjectNode json = firstJson.deepCopy();
      json.withObject(places.items().head())
          .set(places.items().last().getMatchingProperty(), items);
      remove(json, next.hint());
      remove(json, places.more());
      return json;
    }

    private void remove(ObjectNode json, JsonPointer hint) {
      if (hint != null && !hint.matches() && json.at(hint.head()) instanceof ObjectNode owner) {
        owner.remove(hint.last().getMatchingProperty());
      }
    }

    private String note() {
      return "These are the first "
          + items.size()
          + " items, from "
          + pages
          + (pages == 1 ? " page" : " pages")
          + "; the service has more. Narrow the search to get others.";
    }
  }

  private CallFailedException badPage() {
    return new CallFailedException(
        CallToolResult.error(
            CallErrors.facts(
                "upstream_bad_page",
                "The service sent a page that has no array at \"" + places.items() + "\".",
                "Changing the arguments will hardly help. Tell the user that the operator of this"
                    + " gateway must look at the tool.",
                false)));
  }
}
