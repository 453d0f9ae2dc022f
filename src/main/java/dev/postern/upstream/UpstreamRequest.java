package dev.postern.upstream;

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
 */
public record UpstreamRequest(
    String method,
    Origin origin,
    String target,
    List<Header> headers,
    byte[] body,
    TimeLimits limits,
    String asker) {

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
    return new UpstreamRequest(method, origin, target, others, body, limits, asker);
  }

  /** Another request of the same call: what is not named here stays. */
  public UpstreamRequest to(
      String otherMethod, Origin place, String there, List<Header> others, byte[] content) {
    return new UpstreamRequest(otherMethod, place, there, others, content, limits, asker);
  }

  public UpstreamRequest withTarget(String other) {
    return new UpstreamRequest(method, origin, other, headers, body, limits, asker);
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
    this(method, origin, target, headers, body, TimeLimits.whole(timeoutMs), "");
  }

  public UpstreamRequest withLimits(TimeLimits others) {
    return new UpstreamRequest(method, origin, target, headers, body, others, asker);
  }

  /** For the whole call. */
  public int timeoutMs() {
    return limits.whole();
  }

  public String url() {
    return origin + target;
  }
}
