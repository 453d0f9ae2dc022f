package dev.postern.invoker.auth;

import java.time.Duration;

/**
 * An access token.
 *
 * @param due from then on it is to be replaced, while it still serves; as of System.nanoTime
 * @param end from then on it is of no use
 */
record Token(String value, long due, long end) {

  /** A minute ahead of its end, or a fifth of a short life: calls take their time. */
  private static final Duration AHEAD = Duration.ofMinutes(1);

  static Token of(String value, Duration life, long askedAt) {
    long nanos = life.toNanos();
    return new Token(
        value, askedAt + nanos - Math.min(AHEAD.toNanos(), nanos / 5), askedAt + nanos);
  }

  boolean isDue() {
    return System.nanoTime() - due >= 0;
  }

  boolean isOver() {
    return System.nanoTime() - end >= 0;
  }
}
