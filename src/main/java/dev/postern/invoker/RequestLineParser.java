package dev.postern.invoker;

import dev.postern.catalogue.UnknownKey;
import dev.postern.invoker.Placeholders.Place;
import dev.postern.template.QueryParameter;
import dev.postern.template.TemplateException;
import dev.postern.template.TextTemplate;
import dev.postern.template.UrlTemplate;
import dev.postern.template.UrlText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Compiles method and URL of a request. Used for one tool. */
final class RequestLineParser {
  private static final List<String> METHODS =
      List.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS");

  private final Block block;
  private final Placeholders placeholders;
  private final QueryParser queries;
  private final String method;

  /** What follows the base URL, and the key under which it stands. */
  private String path;

  private String pathKey = "path";

  RequestLineParser(Block block, Placeholders placeholders) {
    this.block = block;
    this.placeholders = placeholders;
    this.queries = new QueryParser(block, placeholders);
    method = block.has("request") ? requestLine() : method("method", block.text("method"));
  }

  String method() {
    return method;
  }

  /**
   * @return null where a problem was added
   */
  UrlTemplate url() {
    List<QueryParameter> query = queries.parameters("query", Place.QUERY);
    return block.has("url") ? wholeUrl(query) : joinedUrl(query);
  }

  /** Feign's {@code @RequestLine}: a method, a space, and the path with its query. */
  private String requestLine() {
    for (String key : List.of("method", "path")) {
      if (block.has(key)) {
        block.problem(key, "must not stand beside \"request\", which says it already");
      }
    }
    String line = block.text("request");
    pathKey = "request";
    if (line == null) {
      return "GET";
    }
    int space = line.strip().indexOf(' ');
    path = space < 0 ? "" : line.strip().substring(space + 1).strip();
    return method("request", space < 0 ? line.strip() : line.strip().substring(0, space));
  }

  private String method(String key, String written) {
    String name = written == null ? "GET" : written.toUpperCase(Locale.ROOT);
    if (!METHODS.contains(name)) {
      block.problem(key, "must be one of " + METHODS + "; " + UnknownKey.message(written, METHODS));
    }
    return name;
  }

  private UrlTemplate wholeUrl(List<QueryParameter> query) {
    if (block.has("baseUrl") || block.has("path")) {
      block.problem("url", "must not stand beside \"baseUrl\" or \"path\"");
    }
    try {
      String written = block.text("url");
      return written == null
          ? null
          : new UrlTemplate(resolved(UrlText.parse(written), "url", query));
    } catch (TemplateException e) {
      block.problem("url", Placeholders.message(e));
      return null;
    }
  }

  private UrlTemplate joinedUrl(List<QueryParameter> query) {
    String key = "baseUrl";
    try {
      String base = block.requiredText("baseUrl");
      UrlText url = base == null ? null : UrlText.parse(base);
      if (url != null) {
        new UrlTemplate(url).origin(); // its own mistakes have its own pointer
      }
      key = pathKey;
      String below = block.has("request") ? path : block.text("path");
      url = url == null || below == null ? url : url.resolve(below);
      return url == null ? null : new UrlTemplate(resolved(url, key, query));
    } catch (TemplateException e) {
      block.problem(key, Placeholders.message(e));
      return null;
    }
  }

  private UrlText resolved(UrlText url, String key, List<QueryParameter> query) {
    String pointer = block.pointer(block.has(key) ? key : "baseUrl");
    TextTemplate resolved = placeholders.resolve(url.path(), pointer, Place.PATH);
    List<QueryParameter> all = new ArrayList<>();
    for (QueryParameter parameter : url.query()) {
      all.add(queries.resolved(parameter, pointer));
    }
    all.addAll(query);
    return new UrlText(url.origin(), resolved, all);
  }
}
