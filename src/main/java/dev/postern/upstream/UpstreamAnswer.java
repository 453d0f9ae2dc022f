package dev.postern.upstream;

import dev.postern.upstream.UpstreamRequest.Header;
import java.util.List;

/**
 * What the service answered, read to its end and decompressed.
 *
 * @param body empty where there was none
 */
public record UpstreamAnswer(int status, List<Header> headers, byte[] body) {

  public UpstreamAnswer {
    headers = List.copyOf(headers);
  }

  /** The first value of a header; null where it is absent. */
  public String header(String name) {
    for (Header header : headers) {
      if (header.name().equalsIgnoreCase(name)) {
        return header.value();
      }
    }
    return null;
  }
}
