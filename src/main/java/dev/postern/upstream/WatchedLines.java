package dev.postern.upstream;

import dev.postern.upstream.UpstreamRequest.Header;
import java.util.List;

/**
 * Passes everything on, and knows whether an answer went out as a stream: from then on there is no
 * way back. For one call.
 */
public class WatchedLines implements Lines {
  private final Lines lines;
  private boolean taken;

  public WatchedLines(Lines lines) {
    this.lines = lines;
  }

  /** Whether something of the answer may be with the client already. */
  public final boolean taken() {
    return taken;
  }

  @Override
  public final boolean wanted(int status, List<Header> headers) {
    taken = lines.wanted(status, headers);
    return taken;
  }

  @Override
  public boolean take(String line) {
    return lines.take(line);
  }

  @Override
  public final int mostBytes() {
    return lines.mostBytes();
  }

  @Override
  public final int longestSilence() {
    return lines.longestSilence();
  }
}
