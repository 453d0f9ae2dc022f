package dev.postern.upstream;

import dev.postern.telemetry.CallTrace;
import dev.postern.template.Origin;
import java.util.ArrayList;
import java.util.List;

/**
 * A request as it goes out.
 *
 * @param target path and query, percent-encoded
 * @param headers without those that belong to the connection
 * @param body null for none
 * @param asker who is behind it; not sent. What was answered to one is not for another
 * @param trace watches it; not sent
 * @param mask knows the secrets in it and in its answer; not sent
 */
public record UpstreamRequest(
    String method,
    Origin origin,
    String target,
    List<Header> headers,
    byte[] body,
    TimeLimits limits,
    String asker,
    CallTrace trace,
    CallTrace.Mask mask) {

  /** One header line. Values are sent as UTF-8. */
  public record Header(String name, String value) {}

  public UpstreamRequest {
    headers = List.copyOf(headers);
  }

  /** The same with one more header. */
  public UpstreamRequest with(Header header) {
    List<Header> all = new ArrayList<>(headers);
    all.add(header);
    return with(all);
  }

  /** The same with these headers and no others. */
  public UpstreamRequest with(List<Header> others) {
    return new UpstreamRequest(method, origin, target, others, body, limits, asker, trace, mask);
  }

  /** Another request of the same call: what is not named here stays. */
  public UpstreamRequest to(
      String otherMethod, Origin place, String there, List<Header> others, byte[] content) {
    return new UpstreamRequest(
        otherMethod, place, there, others, content, limits, asker, trace, mask);
  }

  public UpstreamRequest withTarget(String other) {
    return new UpstreamRequest(method, origin, other, headers, body, limits, asker, trace, mask);
  }

  public UpstreamRequest withTimeout(int millis) {
    return withLimits(TimeLimits.whole(millis));
  }

  /** For nobody in particular. */
  public UpstreamRequest(
      String method,
      Origin origin,
      String target,
      List<Header> headers,
      byte[] body,
      int timeoutMs) {
    this(
        method,
        origin,
        target,
        headers,
        body,
        TimeLimits.whole(timeoutMs),
        "",
        CallTrace.NONE,
        CallTrace.Mask.NONE);
  }

  public UpstreamRequest withLimits(TimeLimits others) {
    return new UpstreamRequest(method, origin, target, headers, body, others, asker, trace, mask);
  }

  public UpstreamRequest watchedBy(CallTrace other) {
    return new UpstreamRequest(method, origin, target, headers, body, limits, asker, other, mask);
  }

  /** As who watches sees it. */
  CallTrace.Sent seen() {
    List<CallTrace.Header> lines = new ArrayList<>(headers.size());
    headers.forEach(line -> lines.add(new CallTrace.Header(line.name(), line.value())));
    return new CallTrace.Sent(method, url(), lines, body);
  }

  /**
   * Tells who watches that something before the wire knew the answer, or refused.
   *
   * @param by the key that it has in a tool's JSON
   * @param why a sentence
   * @param answer null for a refusal
   */
  public void keptBack(String by, String why, UpstreamAnswer answer) {
    if (trace.watches()) {
      trace.keptBack(by, why, seen(), answer == null ? null : answer.seen());
    }
  }

  /** For the whole call. */
  public int timeoutMs() {
    return limits.whole();
  }

  public String url() {
    return origin + target;
  }
}
