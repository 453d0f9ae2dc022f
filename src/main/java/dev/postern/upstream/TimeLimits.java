package dev.postern.upstream;

/**
 * How long a request may take, in milliseconds, all counted from its start; 0 where only {@code
 * whole} counts.
 *
 * @param connect until there is a connection, a wait for a free one included
 * @param firstByte until the answer begins
 * @param whole until its last byte
 */
public record TimeLimits(int connect, int firstByte, int whole) {

  /** For the whole alone. */
  public static TimeLimits whole(int millis) {
    return new TimeLimits(0, 0, millis);
  }

  public TimeLimits withWhole(int millis) {
    return new TimeLimits(connect, firstByte, millis);
  }
}
