package dev.postern.invoker;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.upstream.UpstreamAnswer;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * When a service wants to be asked again. {@code Retry-After} (RFC 9110 §10.2.3) counts first; of
 * the headers for rate limits all forms in use are read: {@code RateLimit} as in
 * draft-ietf-httpapi-ratelimit-headers-10 and as in its versions up to 7, {@code RateLimit-Reset},
 * and the older {@code X-RateLimit-Reset} with seconds, or with a time as GitHub writes it.
 */
public final class RetryTimes {

  /**
   * {@code "default";r=0;t=30} in the newer drafts, {@code limit=9, remaining=0, reset=30} before.
   */
  private static final Pattern REMAINING = Pattern.compile("(?:;\\s*r|\\bremaining)=(\\d{1,15})");

  private static final Pattern RESET = Pattern.compile("(?:;\\s*t|\\breset)=(\\d{1,15})");

  /** The window of {@code RateLimit-Policy}: after this long there is room for certain. */
  private static final Pattern WINDOW = Pattern.compile(";\\s*w=(\\d{1,15})");

  /** More seconds than any wait has: a point in time, in seconds since 1970 (this is 2001). */
  private static final long LEAST_EPOCH_SECOND = 1_000_000_000L;

  /** The same in milliseconds. */
  private static final long LEAST_EPOCH_MILLI = 1_000_000_000_000L;

  private RetryTimes() {}

  /**
   * Adds {@code retryAfterSeconds} where the answer says so. Limits count only where calling again
   * may help: services send them with every answer.
   */
  static void add(ObjectNode facts, UpstreamAnswer answer) {
    OptionalLong seconds = retryAfter(answer);
    if (seconds.isEmpty() && facts.path("retryable").booleanValue()) {
      seconds = limitEnds(answer);
    }
    seconds.ifPresent(wait -> facts.put("retryAfterSeconds", (int) Math.min(wait, 999_999_999)));
  }

  /** By {@code Retry-After}, in seconds from now; empty where it says nothing. */
  public static OptionalLong retryAfter(UpstreamAnswer answer) {
    String header = answer.header("Retry-After");
    if (header == null) {
      return OptionalLong.empty();
    }
    String value = header.strip();
    try {
      return OptionalLong.of(
          value.matches("[0-9]{1,9}")
              ? Long.parseLong(value)
              : fromNow(
                  ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)
                      .toEpochSecond()));
    } catch (DateTimeParseException e) { // a header that says nothing is as good as none
      return OptionalLong.empty();
    }
  }

  private static OptionalLong limitEnds(UpstreamAnswer answer) {
    String limits = answer.header("RateLimit");
    OptionalLong longest = OptionalLong.empty();
    for (String limit : each(limits)) {
      OptionalLong left = number(REMAINING, limit);
      if (left.isPresent() && left.getAsLong() == 0) {
        OptionalLong reset = ends(limit, answer.header("RateLimit-Policy"));
        longest = longest.isEmpty() || reset.orElse(0) > longest.getAsLong() ? reset : longest;
      }
    }
    if (longest.isPresent()) {
      return longest;
    }
    for (String prefix : new String[] {"RateLimit-", "X-RateLimit-", "X-Rate-Limit-"}) {
      String remaining = answer.header(prefix + "Remaining");
      String reset = answer.header(prefix + "Reset");
      if (reset != null && (remaining == null || remaining.strip().equals("0"))) {
        return reset(reset.strip());
      }
    }
    return OptionalLong.empty();
  }

  /** In the newer drafts there may be several, with semicolons within each; before, one. */
  private static List<String> each(String limits) {
    if (limits == null) {
      return List.of();
    }
    return limits.contains(";") ? List.of(limits.split(",")) : List.of(limits);
  }

  /**
   * @param policies null for none
   */
  private static OptionalLong ends(String limit, String policies) {
    OptionalLong reset = number(RESET, limit);
    if (reset.isPresent() || policies == null) {
      return reset;
    }
    String name = limit.split(";")[0].strip();
    for (String policy : policies.split(",")) {
      if (policy.split(";")[0].strip().equals(name)) {
        return number(WINDOW, policy);
      }
    }
    return reset;
  }

  private static OptionalLong reset(String text) {
    if (!text.matches("[0-9]{1,15}(\\.[0-9]{1,9})?")) {
      return OptionalLong.empty();
    }
    double number = Math.ceil(Double.parseDouble(text));
    if (number >= LEAST_EPOCH_MILLI) {
      return OptionalLong.of(fromNow((long) number / 1_000));
    }
    return OptionalLong.of(number >= LEAST_EPOCH_SECOND ? fromNow((long) number) : (long) number);
  }

  private static OptionalLong number(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find()
        ? OptionalLong.of(Long.parseLong(matcher.group(1)))
        : OptionalLong.empty();
  }

  private static long fromNow(long epochSecond) {
    return Math.max(0, epochSecond - Instant.now().getEpochSecond());
  }
}
