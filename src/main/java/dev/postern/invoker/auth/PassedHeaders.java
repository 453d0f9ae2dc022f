package dev.postern.invoker.auth;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Config;
import dev.postern.invoker.HeaderTemplate;
import dev.postern.invoker.RequestLayer;
import dev.postern.invoker.Service;
import dev.postern.security.WantedHeaders;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The keys {@code passHeaders} and {@code passCredentials}: headers of the client's own request
 * that go on to the service. What may be somebody's credentials needs the second key.
 */
public final class PassedHeaders implements RequestLayer {
  public static final String HEADERS = "passHeaders";
  public static final String CREDENTIALS = "passCredentials";

  /** Between the client and this gateway; the service has no part in it. */
  private static final Pattern OURS =
      Pattern.compile(
          "(mcp|sec|content|access-control)-.*|accept-encoding|last-event-id|origin|forwarded|via"
              + "|x-forwarded-.*|x-real-ip|range|if-.*|date|cookie2");

  private static final Pattern CREDENTIAL =
      Pattern.compile(
          "cookie|.*(auth|token|secret|passw|credential|session|api-?key|access-?key|jwt|saml|csrf"
              + "|xsrf|signature|assertion|identity|cert).*|.*-key");

  private final WantedHeaders wanted;

  public PassedHeaders(WantedHeaders wanted) {
    this.wanted = wanted;
  }

  @Override
  public List<String> keys() {
    return List.of(HEADERS, CREDENTIALS);
  }

  @Override
  public Service around(Service inner, Config config) {
    List<HeaderTemplate> headers = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    read(HEADERS, config, inner, seen, headers);
    read(CREDENTIALS, config, inner, seen, headers);
    if (inner == null || headers.isEmpty()) {
      return inner;
    }
    headers.forEach(header -> wanted.add(header.name()));
    return new Service(inner.call().with(headers), inner.sender());
  }

  private static void read(
      String key, Config config, Service inner, Set<String> seen, List<HeaderTemplate> headers) {
    JsonNode list = config.get(key);
    if (!list.isArray() && !list.isMissingNode()) {
      config.problems().add(config.at(key), "must be an array of header names");
    }
    for (int i = 0; list.isArray() && i < list.size(); i++) {
      String name = list.get(i).textValue();
      String wrong = name == null ? "must be a header name" : wrong(key, name, inner);
      if (wrong == null && !seen.add(name.toLowerCase(Locale.ROOT))) {
        wrong = "is there twice: case makes no difference in header names";
      }
      if (wrong != null) {
        config.problems().add(config.at(key) + "/" + i, wrong);
      } else {
        headers.add(HeaderTemplate.passed(name, key.equals(CREDENTIALS)));
      }
    }
  }

  private static String wrong(String key, String name, Service inner) {
    String lower = name.toLowerCase(Locale.ROOT);
    String why = HeaderTemplate.whyNot(name);
    if (why != null) {
      return why;
    }
    if (OURS.matcher(lower).matches()) {
      return "belongs to the conversation between the client and this gateway; it is not passed on";
    }
    if (key.equals(HEADERS) && CREDENTIAL.matcher(lower).matches()) {
      return "may carry the client's own credentials; a tool that shall pass them on to this service"
          + " says so under \"passCredentials\"";
    }
    return inner != null && inner.call().sets(name) ? "is set under \"headers\" already" : null;
  }
}
