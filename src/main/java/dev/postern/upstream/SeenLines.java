package dev.postern.upstream;

import java.nio.charset.StandardCharsets;

/** Remembers the beginning of a stream while it passes. For one request. */
final class SeenLines extends WatchedLines {

  /** Enough to see what a stream is like; one may go on for minutes. */
  private static final int MOST_CHARACTERS = 64 * 1024;

  private final StringBuilder seen = new StringBuilder();

  SeenLines(Lines lines) {
    super(lines);
  }

  /** The answer with what went by as its body, where it was a stream. */
  UpstreamAnswer whole(UpstreamAnswer answer) {
    return taken()
        ? new UpstreamAnswer(
            answer.status(), answer.headers(), seen.toString().getBytes(StandardCharsets.UTF_8))
        : answer;
  }

  @Override
  public boolean take(String line) {
    if (seen.length() + line.length() < MOST_CHARACTERS) {
      seen.append(line).append('\n');
    }
    return super.take(line);
  }
}
