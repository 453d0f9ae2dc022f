package dev.postern.invoker;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/**
 * What a Content-Type header says.
 *
 * @param sent the type as sent, without parameters
 * @param type the same in lower case; empty where there is no header
 * @param named whether the header names a character set
 * @param charset null where the header names one that is not known here
 */
record MediaType(String sent, String type, boolean named, Charset charset) {
  private static final MediaType NONE = new MediaType("", "", false, StandardCharsets.UTF_8);
  private static final MediaType JSON =
      new MediaType("application/json", "application/json", false, StandardCharsets.UTF_8);

  /** Text by custom, though their names do not say so. */
  private static final Set<String> TEXT =
      Set.of(
          "application/xml",
          "application/javascript",
          "application/x-www-form-urlencoded",
          "application/x-yaml",
          "application/yaml");

  /** Lines of JSON go by several names; none is registered. */
  private static final Set<String> JSON_LINES =
      Set.of("application/x-ndjson", "application/ndjson", "application/jsonl");

  static MediaType of(String header) {
    if (header == null || header.isBlank()) {
      return NONE;
    }
    if (header.equals(JSON.sent())) {
      return JSON;
    }
    int end = header.indexOf(';');
    String sent = (end < 0 ? header : header.substring(0, end)).strip();
    String charset = end < 0 ? null : charset(header.substring(end));
    return new MediaType(
        sent,
        sent.toLowerCase(Locale.ROOT),
        charset != null,
        charset == null ? StandardCharsets.UTF_8 : known(charset));
  }

  boolean isJson() {
    return type.equals("application/json") || type.endsWith("+json") || type.equals("text/json");
  }

  boolean isReady() {
    return type.equals(ReadyResult.MEDIA_TYPE);
  }

  boolean isAbsent() {
    return type.isEmpty();
  }

  boolean isImage() {
    return type.startsWith("image/");
  }

  boolean isAudio() {
    return type.startsWith("audio/");
  }

  boolean isText() {
    return type.startsWith("text/")
        || type.endsWith("+xml")
        || type.endsWith("+yaml")
        || TEXT.contains(type)
        || isJson()
        || isAbsent();
  }

  boolean isEventStream() {
    return type.equals("text/event-stream");
  }

  boolean isJsonLines() {
    return JSON_LINES.contains(type);
  }

  /** Null where no parameter names one. */
  private static String charset(String parameters) {
    for (String parameter : parameters.split(";")) {
      int equals = parameter.indexOf('=');
      if (equals > 0 && parameter.substring(0, equals).strip().equalsIgnoreCase("charset")) {
        return parameter.substring(equals + 1).strip().replace("\"", "");
      }
    }
    return null;
  }

  private static Charset known(String name) {
    try {
      return Charset.forName(name);
    } catch (IllegalArgumentException e) { // no such name, or none at all
      return null;
    }
  }
}
