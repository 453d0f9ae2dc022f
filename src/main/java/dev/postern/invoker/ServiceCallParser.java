package dev.postern.invoker;

import dev.postern.catalogue.InputSchema;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.catalogue.Problems;
import dev.postern.security.Secrets;
import dev.postern.template.UrlTemplate;
import java.util.List;

/**
 * Compiles what all types of tools that call a service have in common, place by place. Used for one
 * tool.
 */
public final class ServiceCallParser {
  /** Every key that it reads, but those that only Feign has. */
  public static final List<String> KEYS =
      List.of(
          "method",
          "url",
          "baseUrl",
          "path",
          "query",
          "headers",
          "cookies",
          "body",
          "form",
          "multipart",
          "text",
          "xml",
          "bytes",
          "timeoutMs",
          "idleTimeoutMs");

  public static final int DEFAULT_TIMEOUT_MS = 30_000;

  /** Ten minutes; what takes longer needs another way than a call that waits. */
  public static final int MAX_TIMEOUT_MS = 600_000;

  private final Block block;
  private final Problems problems;
  private final Placeholders placeholders;
  private final OwnResources resources;

  /**
   * @param catalogue holds the resources that a request may carry on
   */
  public ServiceCallParser(
      Block block, InputSchema schema, Secrets secrets, LiveCatalogue catalogue) {
    this.block = PastedMethod.expand(block);
    this.problems = block.problems();
    this.placeholders = new Placeholders(schema, secrets, problems);
    this.resources = new OwnResources(catalogue);
  }

  /**
   * @return null where a problem was added
   */
  public ServiceCall parse() {
    int before = problems.count();
    RequestLineParser line = new RequestLineParser(block, placeholders);
    UrlTemplate url = line.url();
    BodyParser bodies = new BodyParser(block, placeholders, resources);
    String bodyKey = bodies.key(line.method());
    BodyTemplate body = bodyKey == null ? null : bodies.body(bodyKey);
    HeadersParser parser = new HeadersParser(block, placeholders);
    List<HeaderTemplate> headers = parser.headers(bodyKey);
    CookieTemplate cookies = parser.cookies();
    int timeoutMs = block.integer("timeoutMs", 1, MAX_TIMEOUT_MS, DEFAULT_TIMEOUT_MS);
    int idleTimeoutMs = block.integer("idleTimeoutMs", 1, MAX_TIMEOUT_MS, 0);
    return problems.count() > before || url == null
        ? null
        : new ServiceCall(
            line.method(),
            url,
            headers,
            cookies,
            body,
            timeoutMs,
            idleTimeoutMs,
            placeholders.takesInput(),
            placeholders.redaction());
  }
}
