package dev.postern.invoker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.InputSchema;
import dev.postern.catalogue.Problem;
import dev.postern.catalogue.Problems;
import dev.postern.catalogue.UnknownKey;
import dev.postern.invoker.Placeholders.Place;
import dev.postern.security.Secrets;
import dev.postern.template.JsonTemplate;
import dev.postern.template.QueryParameter;
import dev.postern.template.TemplateException;
import dev.postern.template.TextTemplate;
import dev.postern.template.UrlTemplate;
import dev.postern.template.UrlText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Compiles what all types of tools that call a service have in common. Used for one tool. */
public final class ServiceCallParser {
  /** Every key that it reads. */
  public static final List<String> KEYS =
      List.of(
          "method",
          "url",
          "baseUrl",
          "path",
          "query",
          "headers",
          "body",
          "timeoutMs",
          "idleTimeoutMs");

  public static final int DEFAULT_TIMEOUT_MS = 30_000;

  /** Ten minutes; what takes longer needs another way than a call that waits. */
  public static final int MAX_TIMEOUT_MS = 600_000;

  private static final List<String> METHODS =
      List.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS");

  private final Block block;
  private final Problems problems;
  private final Placeholders placeholders;

  public ServiceCallParser(Block block, InputSchema schema, Secrets secrets) {
    this.block = block;
    this.problems = block.problems();
    this.placeholders = new Placeholders(schema, secrets, problems);
  }

  /**
   * @return null where a problem was added
   */
  public ServiceCall parse() {
    int before = problems.count();
    String method = method();
    UrlTemplate url = url();
    JsonTemplate body = body(method);
    List<HeaderTemplate> headers = headers(body != null);
    int timeoutMs = block.integer("timeoutMs", 1, MAX_TIMEOUT_MS, DEFAULT_TIMEOUT_MS);
    int idleTimeoutMs = block.integer("idleTimeoutMs", 1, MAX_TIMEOUT_MS, 0);
    return problems.count() > before || url == null
        ? null
        : new ServiceCall(
            method,
            url,
            headers,
            body,
            timeoutMs,
            idleTimeoutMs,
            placeholders.takesInput(),
            placeholders.redaction());
  }

  private String method() {
    String written = block.text("method");
    String method = written == null ? "GET" : written.toUpperCase(Locale.ROOT);
    if (!METHODS.contains(method)) {
      block.problem(
          "method", "must be one of " + METHODS + "; " + UnknownKey.message(written, METHODS));
    }
    return method;
  }

  private UrlTemplate url() {
    List<QueryParameter> query = query();
    String key = "url";
    try {
      UrlText url;
      if (block.has("url")) {
        if (block.has("baseUrl") || block.has("path")) {
          block.problem("url", "must not stand beside \"baseUrl\" or \"path\"");
        }
        String written = block.text("url");
        url = written == null ? null : UrlText.parse(written);
      } else {
        key = "baseUrl";
        String base = block.requiredText("baseUrl");
        url = base == null ? null : UrlText.parse(base);
        if (url != null) {
          new UrlTemplate(url).origin(); // its own mistakes have its own pointer
        }
        key = "path";
        String path = block.text("path");
        url = url == null || path == null ? url : url.resolve(path);
      }
      return url == null ? null : new UrlTemplate(filled(url, key, query));
    } catch (TemplateException e) {
      block.problem(key, Placeholders.message(e));
      return null;
    }
  }

  private UrlText filled(UrlText url, String key, List<QueryParameter> query) {
    String pointer = block.pointer(block.has(key) ? key : "baseUrl");
    TextTemplate path = placeholders.resolve(url.path(), pointer, Place.PATH);
    List<QueryParameter> all = new ArrayList<>();
    for (QueryParameter parameter : url.query()) {
      all.add(filled(parameter, pointer));
    }
    all.addAll(query);
    return new UrlText(url.origin(), path, all);
  }

  private QueryParameter filled(QueryParameter parameter, String pointer) {
    if (parameter.value() == null) {
      return parameter;
    }
    placeholders.check(parameter.value().expressions(), pointer, Place.REQUEST);
    return parameter
        .withValue(parameter.value().map(placeholders::withDefault))
        .fill(placeholders::secret);
  }

  private List<QueryParameter> query() {
    List<QueryParameter> query = new ArrayList<>();
    for (var property : block.object("query").properties()) {
      String name = property.getKey();
      String pointer = Problem.at(block.pointer("query"), name);
      if (name.contains("{{") || name.isEmpty() || Placeholders.hasHalfSurrogate(name)) {
        problems.add(pointer, "must have a name, and no placeholder in it");
      } else if (property.getValue().isArray()) {
        int index = 0;
        for (JsonNode element : property.getValue()) {
          add(query, name, value(element, pointer + "/" + index++));
        }
      } else {
        add(query, name, value(property.getValue(), pointer));
      }
    }
    return query;
  }

  private static void add(List<QueryParameter> query, String name, TextTemplate value) {
    if (value != null) {
      query.add(QueryParameter.named(name, value));
    }
  }

  /** A text with placeholders, or a number or boolean as it is. */
  private TextTemplate value(JsonNode value, String pointer) {
    if (value.isTextual()) {
      return placeholders.text(value.textValue(), pointer, Place.REQUEST);
    }
    if (value.isNumber() || value.isBoolean()) {
      return TextTemplate.literal(dev.postern.template.PlainText.of(value));
    }
    problems.add(pointer, "must be a string, a number or a boolean");
    return null;
  }

  private List<HeaderTemplate> headers(boolean hasBody) {
    List<HeaderTemplate> headers = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (var property : block.object("headers").properties()) {
      String name = property.getKey();
      String pointer = Problem.at(block.pointer("headers"), name);
      String why = HeaderTemplate.whyNot(name);
      if (why != null) {
        problems.add(pointer, why);
      } else if (!names.add(name.toLowerCase(Locale.ROOT))) {
        problems.add(pointer, "is there twice: case makes no difference in header names");
      }
      TextTemplate value = value(property.getValue(), pointer);
      if (value != null) {
        HeaderTemplate header = new HeaderTemplate(name, value);
        check(header, hasBody, pointer);
        headers.add(header);
      }
    }
    if (!names.contains("accept")) { // other types are passed on too, but data serves programs best
      headers.add(
          new HeaderTemplate("Accept", TextTemplate.literal("application/json, */*;q=0.1")));
    }
    return headers;
  }

  private void check(HeaderTemplate header, boolean hasBody, String pointer) {
    String constant = header.constantValue();
    if (constant != null && HeaderTemplate.hasControl(constant)) {
      problems.add(
          pointer,
          "must not contain line breaks or other control characters, nor may a secret in it");
    }
    if (hasBody
        && constant != null
        && header.name().equalsIgnoreCase("Content-Type")
        && !constant.toLowerCase(Locale.ROOT).contains("json")) {
      problems.add(pointer, "must be a type of JSON: \"body\" is sent as JSON");
    }
  }

  private JsonTemplate body(String method) {
    if (!block.has("body")) {
      return null;
    }
    if (method.equals("GET") || method.equals("HEAD")) {
      block.problem("body", "has no meaning with " + method + "; use \"query\", or another method");
    }
    return placeholders.json(block.get("body"), block.pointer("body"), Place.REQUEST);
  }
}
