package dev.postern.invoker.paging;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.invoker.Answered;
import dev.postern.invoker.CallFailedException;
import dev.postern.invoker.Onward;
import dev.postern.message.Json;
import dev.postern.upstream.UpstreamRequest;
import dev.postern.upstream.UpstreamRequest.Header;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How a page leads to the next one. Immutable. */
sealed interface NextPage {

  /**
   * A page that came.
   *
   * @param items how many it has
   */
  record Page(UpstreamRequest request, Answered answered, JsonNode json, int items) {}

  /**
   * @return null where this was the last one
   * @throws CallFailedException if it points elsewhere
   */
  UpstreamRequest after(Page page) throws CallFailedException;

  /** What a page says of the next one, and the merged result need not; null for nothing. */
  JsonPointer hint();

  /** A page names what the next request must send. */
  record Cursor(JsonPointer cursor, Parameter parameter) implements NextPage {
    @Override
    public UpstreamRequest after(Page page) {
      JsonNode value = page.json().at(cursor);
      boolean none =
          !value.isValueNode() || value.isNull() || value.isBoolean() || value.asText().isEmpty();
      return none ? null : parameter.in(page.request(), value);
    }

    @Override
    public JsonPointer hint() {
      return cursor;
    }
  }

  /**
   * Pages, or items, are counted.
   *
   * @param byItems whether the number is that of the first item
   * @param start the number of the first page, where the tool does not send one
   * @param pageSize how many items a full page has; 0 where that is not known
   */
  record Number(Parameter parameter, boolean byItems, int start, int pageSize) implements NextPage {
    @Override
    public UpstreamRequest after(Page page) {
      if (page.items() == 0 || page.items() < pageSize) {
        return null;
      }
      String sent = parameter.of(page.request());
      long now = sent != null && sent.matches("[0-9]{1,15}") ? Long.parseLong(sent) : start;
      long next = now + (byItems ? page.items() : 1);
      return parameter.in(page.request(), Json.NODES.numberNode(next));
    }

    @Override
    public JsonPointer hint() {
      return null;
    }
  }

  /** A page has the next one's address in its JSON. */
  record Url(JsonPointer url, Onward onward) implements NextPage {
    @Override
    public UpstreamRequest after(Page page) throws CallFailedException {
      String address = page.json().at(url).asText("");
      return address.isEmpty() || page.json().at(url).isNull()
          ? null
          : onward.follow(page.request(), address);
    }

    @Override
    public JsonPointer hint() {
      return url;
    }
  }

  /** A page has the next one's address in a Link header (RFC 8288). */
  record Link(Onward onward) implements NextPage {
    private static final Pattern LINK = Pattern.compile("<([^>]*)>((?:[^,\"]|\"[^\"]*\")*)");

    private static final Pattern IS_NEXT =
        Pattern.compile(
            ";\\s*rel\\s*=\\s*(?:next(?=[\\s;]|$)|\"(?:[^\"]*\\s)?next(?:\\s[^\"]*)?\")",
            Pattern.CASE_INSENSITIVE);

    @Override
    public UpstreamRequest after(Page page) throws CallFailedException {
      for (Header header : page.answered().answer().headers()) {
        if (header.name().equalsIgnoreCase("Link")) {
          Matcher link = LINK.matcher(header.value());
          while (link.find()) {
            if (IS_NEXT.matcher(link.group(2)).find()) {
              return onward.follow(page.request(), link.group(1));
            }
          }
        }
      }
      return null;
    }

    @Override
    public JsonPointer hint() {
      return null;
    }
  }
}
