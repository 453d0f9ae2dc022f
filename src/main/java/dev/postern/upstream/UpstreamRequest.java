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

  public String url() {
    return origin + target;
  }
}
