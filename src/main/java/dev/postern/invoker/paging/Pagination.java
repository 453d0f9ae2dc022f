package dev.postern.invoker.paging;

import com.fasterxml.jackson.core.JsonPointer;
import dev.postern.catalogue.Config;
import dev.postern.invoker.AnswerLayer;
import dev.postern.invoker.Block;
import dev.postern.invoker.Inquiry;
import dev.postern.invoker.Onward;
import dev.postern.invoker.ServiceCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The key {@code pagination}: how pages follow each other, and how many are fetched. */
public final class Pagination implements AnswerLayer {
  private static final String KEY = "pagination";
  private static final List<String> COMMON =
      List.of("style", "items", "more", "total", "maxPages", "maxItems");
  private static final Map<String, List<String>> STYLES =
      Map.of(
          "cursor", List.of("cursor", "parameter", "in"),
          "page", List.of("parameter", "in", "start", "pageSize"),
          "offset", List.of("parameter", "in", "start", "pageSize"),
          "link", List.of(),
          "url", List.of("url"));

  private static final int DEFAULT_PAGES = 10;
  private static final int MOST_PAGES = 1_000;
  private static final int DEFAULT_ITEMS = 1_000;
  private static final int MOST_ITEMS = 100_000;

  @Override
  public List<String> keys() {
    return List.of(KEY);
  }

  @Override
  public Inquiry around(Inquiry inner, ServiceCall call, Config config) {
    if (!config.json().has(KEY)) {
      return inner;
    }
    String style = config.get(KEY).path("style").asText();
    if (!STYLES.containsKey(style)) {
      config
          .problems()
          .add(
              config.at(KEY) + "/style",
              "must be one of " + STYLES.keySet().stream().sorted().toList());
      return inner;
    }
    List<String> keys = new ArrayList<>(COMMON);
    keys.addAll(STYLES.get(style));
    Block block = Block.read(config, KEY, keys);
    JsonPointer items = block.jsonPointer("items");
    return new Pages(
        inner,
        next(style, block, call),
        new Pages.Places(
            items == null ? JsonPointer.empty() : items,
            block.jsonPointer("more"),
            block.jsonPointer("total")),
        block.integer("maxPages", 1, MOST_PAGES, DEFAULT_PAGES),
        block.integer("maxItems", 1, MOST_ITEMS, DEFAULT_ITEMS));
  }

  private static NextPage next(String style, Block block, ServiceCall call) {
    return switch (style) {
      case "cursor" -> new NextPage.Cursor(required(block, "cursor"), parameter(block, call));
      case "url" -> new NextPage.Url(required(block, "url"), new Onward(call));
      case "link" -> new NextPage.Link(new Onward(call));
      default -> {
        boolean byItems = style.equals("offset");
        yield new NextPage.Number(
            parameter(block, call),
            byItems,
            block.integer("start", 0, Integer.MAX_VALUE, byItems ? 0 : 1),
            block.integer("pageSize", 1, MOST_ITEMS, 0));
      }
    };
  }

  private static JsonPointer required(Block block, String key) {
    block.requiredText(key);
    return block.has(key) ? block.jsonPointer(key) : null;
  }

  private static Parameter parameter(Block block, ServiceCall call) {
    String in = block.has("in") ? block.text("in") : "query";
    if (in != null && !in.equals("query") && !in.equals("body")) {
      block.problem("in", "must be \"query\" or \"body\"");
    }
    if ("body".equals(in) && (call.body() == null || !call.body().isJson())) {
      block.problem("in", "needs a \"body\" of JSON in the request");
    }
    return new Parameter(block.requiredText("parameter"), "body".equals(in));
  }
}
