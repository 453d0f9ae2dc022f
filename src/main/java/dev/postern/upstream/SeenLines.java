package dev.postern.upstream;

import dev.postern.upstream.UpstreamRequest.Header;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Remembers the beginning of a stream while it passes. For one request. */
final class SeenLines implements Lines {

  /** Enough to see what a stream is like; one may go on for minutes. */
  private static final int MOST_CHARACTERS = 64 * 1024;

  private final Lines lines;
  private final StringBuilder seen = new StringBuilder();
  private boolean taken;

  SeenLines(Lines lines) {
    this.lines = lines;
  }

  /** The answer with what went by as its body, where it was a stream. */
  UpstreamAnswer whole(UpstreamAnswer answer) {
    return taken
        ? new UpstreamAnswer(
            answer.status(), answer.headers(), seen.toString().getBytes(StandardCharsets.UTF_8))
        : answer;
  }

  @Override
  public boolean wanted(int status, List<Header> headers) {
    taken = lines.wanted(status, headers);
    return taken;
  }

  @Override
  public boolean take(String line) {
    if (seen.length() + line.length() < MOST_CHARACTERS) {
      seen.append(line).append('\n');
    }
    return lines.take(line);
  }

  @Override
  public int mostBytes() {
    return lines.mostBytes();
  }

  @Override
  public int longestSilence() {
    return lines.longestSilence();
  }
}
