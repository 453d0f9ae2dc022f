package dev.postern.upstream;

import dev.postern.telemetry.CallTrace;
import dev.postern.upstream.UpstreamException.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Sends a request that somebody watches, or does as if. */
final class TracedSending {

  /** The way out. */
  @FunctionalInterface
  interface Way {
    UpstreamAnswer send(UpstreamRequest request, Lines lines)
        throws UpstreamException, InterruptedException;
  }

  private TracedSending() {}

  static UpstreamAnswer send(UpstreamRequest request, Lines lines, Way way)
      throws UpstreamException, InterruptedException {
    CallTrace trace = request.trace();
    trace.sends(request.seen());
    return trace.isRehearsal() ? recorded(trace, lines) : sent(request, lines, way);
  }

  private static UpstreamAnswer sent(UpstreamRequest request, Lines lines, Way way)
      throws UpstreamException, InterruptedException {
    CallTrace trace = request.trace();
    SeenLines seen = new SeenLines(lines);
    long start = System.nanoTime();
    try {
      UpstreamAnswer answer = way.send(request, seen);
      trace.hears(seen.whole(answer).seen(), System.nanoTime() - start);
      return answer;
    } catch (UpstreamException e) {
      String kind = e.kind().name().toLowerCase(Locale.ROOT);
      trace.fails(kind, e.getMessage(), System.nanoTime() - start);
      throw e;
    }
  }

  private static UpstreamAnswer recorded(CallTrace trace, Lines lines) throws UpstreamException {
    CallTrace.Heard recorded = trace.recorded();
    if (recorded == null) {
      throw new UpstreamException(
          Kind.NOT_SENT, "was not asked: this is a rehearsal, in which nothing is sent", null);
    }
    trace.hears(recorded, 0);
    UpstreamAnswer answer = UpstreamAnswer.of(recorded).within(lines.mostBytes());
    if (!lines.wanted(answer.status(), answer.headers())) {
      return answer;
    }
    String text = new String(answer.body(), StandardCharsets.UTF_8);
    String[] all = text.split("\r\n|\n|\r", -1);
    boolean more = true;
    for (int i = 0; more && i < all.length; i++) {
      boolean behindTheEnd = i == all.length - 1 && all[i].isEmpty();
      more = !behindTheEnd && lines.take(all[i]);
    }
    return new UpstreamAnswer(answer.status(), answer.headers(), new byte[0]);
  }
}
