package dev.postern.testing.service;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * One request as it came off the wire.
 *
 * @param head the request line and the header lines with their CRLFs, without the empty line that
 *     ends them. One char per byte (ISO 8859-1), so nothing is lost
 * @param body the decoded payload: chunks already joined
 * @param connection number of the connection it came on, to see whether connections are reused
 */
public record ReceivedRequest(String head, byte[] body, int connection) {

  public String requestLine() {
    return head.substring(0, head.indexOf("\r\n"));
  }

  public String method() {
    return requestLine().substring(0, requestLine().indexOf(' '));
  }

  /** What stands between the method and the HTTP version, undecoded. */
  public String target() {
    String line = requestLine();
    return line.substring(line.indexOf(' ') + 1, line.lastIndexOf(' '));
  }

  /** The target up to its query, undecoded. */
  public String path() {
    int query = target().indexOf('?');
    return query < 0 ? target() : target().substring(0, query);
  }

  /** The path's segments, each decoded on its own: an encoded slash does not split. */
  public List<String> segments() {
    List<String> segments = new ArrayList<>();
    for (String segment : path().substring(1).split("/", -1)) {
      segments.add(URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8));
    }
    return segments;
  }

  /** The query, undecoded; null where there is none. */
  public String query() {
    int query = target().indexOf('?');
    return query < 0 ? null : target().substring(query + 1);
  }

  /** The decoded values of a query parameter, in order. */
  public List<String> queryValues(String name) {
    List<String> values = new ArrayList<>();
    if (query() == null) {
      return values;
    }
    for (String pair : query().split("&", -1)) {
      int equals = pair.indexOf('=');
      String key = equals < 0 ? pair : pair.substring(0, equals);
      if (URLDecoder.decode(key, StandardCharsets.UTF_8).equals(name)) {
        String value = equals < 0 ? "" : pair.substring(equals + 1);
        values.add(URLDecoder.decode(value, StandardCharsets.UTF_8));
      }
    }
    return values;
  }

  /** The values of a header in order, one char per byte, without the white space around them. */
  public List<String> headers(String name) {
    List<String> values = new ArrayList<>();
    for (String line : head.substring(head.indexOf("\r\n") + 2).split("\r\n")) {
      int colon = line.indexOf(':');
      if (colon > 0 && line.substring(0, colon).equalsIgnoreCase(name)) {
        values.add(line.substring(colon + 1).strip());
      }
    }
    return values;
  }

  /** The first value of a header, one char per byte; null where it is absent. */
  public String header(String name) {
    List<String> values = headers(name);
    return values.isEmpty() ? null : values.get(0);
  }

  /** The first value of a header, its bytes read as UTF-8; null where it is absent. */
  public String headerInUtf8(String name) {
    String value = header(name);
    return value == null
        ? null
        : new String(value.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  public String bodyText() {
    return new String(body, StandardCharsets.UTF_8);
  }
}
