package dev.postern.upstream;

import dev.postern.template.Origin;
import java.util.List;

/**
 * A request as it goes out.
 *
 * @param target path and query, percent-encoded
 * @param headers without those that belong to the connection
 * @param body null for none
 * @param timeoutMs for the whole call
 */
public record UpstreamRequest(
    String method, Origin origin, String target, List<Header> headers, byte[] body, int timeoutMs) {

  /** One header line. Values are sent as UTF-8. */
  public record Header(String name, String value) {}

  public UpstreamRequest {
    headers = List.copyOf(headers);
  }

  /** Another request of the same call: what is not named here stays. */
  public UpstreamRequest to(
      String otherMethod, Origin place, String there, List<Header> others, byte[] content) {
    return new UpstreamRequest(otherMethod, place, there, others, content, timeoutMs);
  }

  public UpstreamRequest withTimeout(int millis) {
    return new UpstreamRequest(method, origin, target, headers, body, millis);
  }

  public String url() {
    return origin + target;
  }
}
