package dev.postern.upstream;

import dev.postern.template.Origin;
import dev.postern.upstream.UpstreamException.Kind;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Limits the calls that one service may have under way, so that one which does not answer takes up
 * no more than its share. Who comes too many is refused at once: waiting would take up as much.
 */
final class Bulkheads {
  private final int most;

  /** Only those with calls under way: redirects may name any number of others. */
  private final ConcurrentMap<Origin, Integer> underWay = new ConcurrentHashMap<>();

  Bulkheads(int most) {
    this.most = most;
  }

  /** {@link #leave} must follow. */
  void enter(Origin origin) throws UpstreamException {
    if (underWay.merge(origin, 1, Integer::sum) > most) {
      leave(origin);
      throw new UpstreamException(
          Kind.BUSY, "has not answered " + most + " earlier calls yet; no more are sent", null);
    }
  }

  void leave(Origin origin) {
    underWay.computeIfPresent(origin, (key, calls) -> calls == 1 ? null : calls - 1);
  }
}
