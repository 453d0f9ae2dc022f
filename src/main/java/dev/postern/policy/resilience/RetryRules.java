package dev.postern.policy.resilience;

import dev.postern.upstream.UpstreamAnswer;
import dev.postern.upstream.UpstreamException.Kind;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Set;
import java.util.function.Function;

/**
 * What is tried again, and when.
 *
 * @param attempts in all
 * @param statuses that may pass
 * @param repeatable whether the request may be sent twice although the first may have had effect
 * @param backoff millis to wait after the attempt of this number, with jitter
 */
record RetryRules(
    int attempts, Set<Integer> statuses, boolean repeatable, Function<Integer, Long> backoff) {

  boolean mayPass(UpstreamAnswer answer) {
    return repeatable && statuses.contains(answer.status());
  }

  /** Where no connection came about nothing was sent, whatever the method. */
  boolean mayPass(Kind kind) {
    return kind == Kind.UNREACHABLE || repeatable && (kind == Kind.TIMEOUT || kind == Kind.CLOSED);
  }

  /**
   * @param answer null where there was none
   */
  long pause(int attempt, UpstreamAnswer answer) {
    long own = backoff.apply(attempt);
    return answer == null ? own : Math.max(own, retryAfter(answer.header("Retry-After")));
  }

  /** RFC 9110 §10.2.3: seconds, or a date; in milliseconds. */
  private static long retryAfter(String header) {
    if (header == null) {
      return 0;
    }
    String value = header.strip();
    if (value.matches("[0-9]{1,9}")) {
      return Long.parseLong(value) * 1_000;
    }
    try {
      return ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)
              .toInstant()
              .toEpochMilli()
          - Instant.now().toEpochMilli();
    } catch (DateTimeParseException e) {
      return 0; // a header that says nothing is as good as none
    }
  }
}
