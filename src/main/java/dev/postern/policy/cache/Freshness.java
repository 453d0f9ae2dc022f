package dev.postern.policy.cache;

import dev.postern.upstream.UpstreamAnswer;
import dev.postern.upstream.UpstreamRequest.Header;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * How long an answer may be told again (RFC 9111 §3, §4.2).
 *
 * @param ttl fixed by the tool; null where the service decides
 * @param sharedByAll whether callers share answers
 * @param statuses of failures that are kept too
 */
record Freshness(Duration ttl, boolean sharedByAll, Set<Integer> statuses) {

  private static final int PARTIAL_CONTENT = 206;

  /** Zero for an answer that is not to be kept. */
  Duration of(UpstreamAnswer answer) {
    boolean good =
        answer.status() >= 200 && answer.status() < 300 && answer.status() != PARTIAL_CONTENT;
    if (!good && !statuses.contains(answer.status())) {
      return Duration.ZERO;
    }
    return ttl == null ? byHeaders(answer) : ttl;
  }

  private Duration byHeaders(UpstreamAnswer answer) {
    Map<String, String> control = cacheControl(answer);
    if (control.containsKey("no-store")
        || control.containsKey("no-cache")
        || sharedByAll && control.containsKey("private")
        || "*".equals(answer.header("Vary"))) {
      return Duration.ZERO;
    }
    Long age = sharedByAll ? seconds(control.get("s-maxage")) : null;
    if (age == null) {
      age = control.containsKey("max-age") ? seconds(control.get("max-age")) : expires(answer);
    }
    Long spent = seconds(answer.header("Age"));
    long left = (age == null ? 0 : age) - (spent == null ? 0 : spent);
    return Duration.ofSeconds(Math.max(0, left));
  }

  private static Map<String, String> cacheControl(UpstreamAnswer answer) {
    Map<String, String> directives = new HashMap<>();
    for (Header header : answer.headers()) {
      if (header.name().equalsIgnoreCase("Cache-Control")) {
        for (String directive : header.value().split(",")) {
          int equals = directive.indexOf('=');
          String name = equals < 0 ? directive : directive.substring(0, equals);
          String value = equals < 0 ? "" : directive.substring(equals + 1);
          directives.put(name.strip().toLowerCase(Locale.ROOT), value.strip().replace("\"", ""));
        }
      }
    }
    return directives;
  }

  /** Null where it is none; then nothing is kept (RFC 9111 §4.2.1). */
  private static Long seconds(String text) {
    return text == null || !text.strip().matches("[0-9]{1,9}") ? null : Long.valueOf(text.strip());
  }

  private static Long expires(UpstreamAnswer answer) {
    Instant expires = date(answer.header("Expires"));
    Instant date = date(answer.header("Date"));
    return expires == null
        ? null
        : Duration.between(date == null ? Instant.now() : date, expires).toSeconds();
  }

  private static Instant date(String header) {
    try {
      return header == null
          ? null
          : ZonedDateTime.parse(header, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
    } catch (DateTimeParseException e) {
      return null;
    }
  }
}
