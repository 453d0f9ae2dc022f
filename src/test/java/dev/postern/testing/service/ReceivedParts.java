package dev.postern.testing.service;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A body of {@code multipart/form-data} taken apart by RFC 2046 §5.1, strictly. */
public record ReceivedParts(List<Part> parts) {

  /** Octets are kept as ISO-8859-1 while they are searched: one char each. */
  private static final java.nio.charset.Charset OCTETS = StandardCharsets.ISO_8859_1;

  /**
   * @param headers by their names in lower case
   */
  public record Part(Map<String, String> headers, byte[] content) {

    public String text() {
      return new String(content, StandardCharsets.UTF_8);
    }

    public String type() {
      return headers.get("content-type");
    }

    /** A parameter of Content-Disposition, which is a quoted string; null where it has none. */
    public String parameter(String name) {
      String line = headers.get("content-disposition");
      int start = line.indexOf("; " + name + "=\"");
      if (start < 0) {
        return null;
      }
      StringBuilder value = new StringBuilder();
      for (int i = start + name.length() + 4; line.charAt(i) != '"'; i++) {
        if (line.charAt(i) == '\\') {
          i++;
        }
        value.append(line.charAt(i));
      }
      return value.toString();
    }
  }

  public static ReceivedParts of(ReceivedRequest request) {
    String type = request.header("Content-Type");
    if (!type.startsWith("multipart/form-data; boundary=")) {
      throw new AssertionError(type);
    }
    String line = "--" + type.substring(type.indexOf('=') + 1);
    String body = new String(request.body(), OCTETS);
    List<Part> parts = new ArrayList<>();
    int at = expect(body, 0, line);
    while (body.startsWith("\r\n", at)) {
      int end = body.indexOf("\r\n" + line, at);
      if (end < 0) {
        throw new AssertionError("A part is not ended: " + body);
      }
      parts.add(part(body.substring(at + 2, end)));
      at = end + 2 + line.length();
    }
    at = expect(body, at, "--");
    if (!body.substring(at).isBlank()) {
      throw new AssertionError("Something follows: " + body.substring(at));
    }
    return new ReceivedParts(parts);
  }

  public List<Part> named(String name) {
    return parts.stream().filter(part -> name.equals(part.parameter("name"))).toList();
  }

  public Part only(String name) {
    List<Part> found = named(name);
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " parts named " + name);
    }
    return found.get(0);
  }

  private static Part part(String octets) {
    int head = octets.indexOf("\r\n\r\n");
    Map<String, String> headers = new LinkedHashMap<>();
    for (String line : octets.substring(0, head).split("\r\n")) {
      int colon = line.indexOf(": ");
      String value = new String(line.substring(colon + 2).getBytes(OCTETS), StandardCharsets.UTF_8);
      if (headers.put(line.substring(0, colon).toLowerCase(Locale.ROOT), value) != null) {
        throw new AssertionError("A header is there twice: " + line);
      }
    }
    return new Part(headers, octets.substring(head + 4).getBytes(OCTETS));
  }

  private static int expect(String body, int at, String text) {
    if (!body.startsWith(text, at)) {
      throw new AssertionError("No " + text + " at " + at + ": " + body);
    }
    return at + text.length();
  }
}
