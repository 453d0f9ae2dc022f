package dev.postern.upstream;

import dev.postern.telemetry.CallTrace;
import dev.postern.upstream.UpstreamRequest.Header;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the service answered, read to its end and decompressed.
 *
 * @param body empty where there was none; of a failure that is longer than what is read, its
 *     beginning: the status says the most
 */
public record UpstreamAnswer(int status, List<Header> headers, byte[] body) {

  public UpstreamAnswer {
    headers = List.copyOf(headers);
  }

  /** One that somebody recorded. */
  static UpstreamAnswer of(CallTrace.Heard recorded) {
    List<Header> lines = new ArrayList<>();
    recorded.headers().forEach(line -> lines.add(new Header(line.name(), line.value())));
    return new UpstreamAnswer(recorded.status(), lines, recorded.body());
  }

  static boolean isFailure(int status) {
    return status >= 400;
  }

  /** As much of it as is read. */
  UpstreamAnswer within(int mostBytes) throws UpstreamException {
    if (body.length <= mostBytes) {
      return this;
    }
    if (isFailure(status)) {
      return new UpstreamAnswer(status, headers, Arrays.copyOf(body, mostBytes));
    }
    throw Upstream.tooLarge(mostBytes);
  }

  /** As who watches sees it. */
  public CallTrace.Heard seen() {
    List<CallTrace.Header> lines = new ArrayList<>(headers.size());
    headers.forEach(line -> lines.add(new CallTrace.Header(line.name(), line.value())));
    return new CallTrace.Heard(status, lines, body);
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
