package dev.postern.upstream;

import dev.postern.upstream.UpstreamException.Kind;

/** The time of one call where it takes several requests. */
public final class TimeLeft {
  private final int wholeMs;
  private final long end;

  public TimeLeft(int wholeMs) {
    this.wholeMs = wholeMs;
    this.end = System.nanoTime() + wholeMs * 1_000_000L;
  }

  /**
   * What is left, at least a millisecond.
   *
   * @throws UpstreamException if nothing is
   */
  public int millis() throws UpstreamException {
    long left = (end - System.nanoTime()) / 1_000_000;
    if (left < 1) {
      throw timeout();
    }
    return (int) Math.min(wholeMs, left);
  }

  public UpstreamException timeout() {
    return new UpstreamException(Kind.TIMEOUT, "did not answer within " + wholeMs + " ms", null);
  }
}
