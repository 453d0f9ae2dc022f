package dev.postern.invoker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import dev.postern.template.BadValueException;
import dev.postern.template.JsonTemplate;
import dev.postern.template.Scope;
import dev.postern.template.UrlTemplate;
import dev.postern.upstream.TimeLimits;
import dev.postern.upstream.UpstreamRequest;
import dev.postern.upstream.UpstreamRequest.Header;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A request with holes, compiled when its tool is loaded. Immutable.
 *
 * @param body null for none
 * @param timeoutMs for the whole call
 * @param idleTimeoutMs for the silence within an answer that comes as a stream; 0 for none
 * @param takesInput whether what the client answered to questions has a place in it
 * @param redaction knows the secrets that were filled in
 */
public record ServiceCall(
    String method,
    UrlTemplate url,
    List<HeaderTemplate> headers,
    JsonTemplate body,
    int timeoutMs,
    int idleTimeoutMs,
    boolean takesInput,
    Redaction redaction) {

  /** RFC 9110 §9.2.2: doing it twice is as good as once. */
  private static final Set<String> IDEMPOTENT = Set.of("GET", "HEAD", "OPTIONS", "PUT", "DELETE");

  private static final Header JSON_BODY = new Header("Content-Type", "application/json");

  public ServiceCall {
    headers = List.copyOf(headers);
  }

  /** Fills the holes. Nothing of what fills them is read as a template again. */
  public UpstreamRequest render(Scope scope) throws BadValueException {
    String target = url.render(scope);
    List<Header> lines = new ArrayList<>(headers.size() + 1);
    for (HeaderTemplate header : headers) {
      header.render(scope, lines);
    }
    byte[] bytes = null;
    JsonNode json = body == null ? null : body.render(scope);
    if (json != null) {
      bytes = Json.bytes(json);
      if (lines.stream().noneMatch(line -> line.name().equalsIgnoreCase(JSON_BODY.name()))) {
        lines.add(JSON_BODY);
      }
    }
    String asker = scope instanceof CallScope call ? call.principal().name() : "";
    TimeLimits limits = TimeLimits.whole(timeoutMs);
    return new UpstreamRequest(method, url.origin(), target, lines, bytes, limits, asker);
  }

  /** Whether a call whose fate is unknown may be made again. */
  public boolean isIdempotent() {
    return IDEMPOTENT.contains(method);
  }
}
