package dev.postern.invoker;

import dev.postern.invoker.BodyTemplate.Body;
import dev.postern.telemetry.CallTrace;
import dev.postern.template.BadValueException;
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
 * @param cookies null for none
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
    CookieTemplate cookies,
    BodyTemplate body,
    int timeoutMs,
    int idleTimeoutMs,
    boolean takesInput,
    Redaction redaction) {

  /** RFC 9110 §9.2.2: doing it twice is as good as once. */
  private static final Set<String> IDEMPOTENT = Set.of("GET", "HEAD", "OPTIONS", "PUT", "DELETE");

  private static final String CONTENT_TYPE = "Content-Type";

  public ServiceCall {
    headers = List.copyOf(headers);
  }

  /** The same with further headers, which must be absent from it so far. */
  public ServiceCall with(List<HeaderTemplate> further) {
    List<HeaderTemplate> all = new ArrayList<>(headers);
    all.addAll(further);
    return new ServiceCall(
        method, url, all, cookies, body, timeoutMs, idleTimeoutMs, takesInput, redaction);
  }

  /** The same, whose answers are rid of other secrets. */
  public ServiceCall with(Redaction other) {
    return new ServiceCall(
        method, url, headers, cookies, body, timeoutMs, idleTimeoutMs, takesInput, other);
  }

  /** Whether a header of this name is set already. */
  public boolean sets(String header) {
    return headers.stream().anyMatch(one -> one.name().equalsIgnoreCase(header))
        || (cookies != null && header.equalsIgnoreCase("Cookie"));
  }

  /**
   * Fills the holes. Nothing of what fills them is read as a template again.
   *
   * @throws InterruptedException if the caller no longer wants the answer
   */
  public UpstreamRequest render(Scope scope) throws BadValueException, InterruptedException {
    String target = url.render(scope);
    List<Header> lines = new ArrayList<>(headers.size() + 2);
    for (HeaderTemplate header : headers) {
      header.render(scope, lines);
    }
    if (cookies != null) {
      cookies.render(scope, lines);
    }
    Body filled = body == null ? null : body.render(scope);
    if (filled != null && !hasContentType(lines)) {
      lines.add(new Header(CONTENT_TYPE, filled.contentType()));
    }
    byte[] bytes = filled == null ? null : filled.bytes();
    String asker = scope instanceof CallScope own ? own.principal().name() : "";
    CallTrace trace = scope instanceof CallScope own ? own.call().trace() : CallTrace.NONE;
    trace.hides(redaction);
    TimeLimits limits = TimeLimits.whole(timeoutMs);
    return new UpstreamRequest(method, url.origin(), target, lines, bytes, limits, asker, trace);
  }

  private static boolean hasContentType(List<Header> lines) {
    for (Header line : lines) {
      if (line.name().equalsIgnoreCase(CONTENT_TYPE)) {
        return true;
      }
    }
    return false;
  }

  /** Whether it may carry the caller's own credentials. */
  public boolean passesCredentials() {
    return headers.stream().anyMatch(HeaderTemplate::isCallersCredential);
  }

  /** Whether a call whose fate is unknown may be made again. */
  public boolean isIdempotent() {
    return IDEMPOTENT.contains(method);
  }
}
