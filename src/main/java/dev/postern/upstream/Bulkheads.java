package dev.postern.upstream;

import dev.postern.template.Origin;
import dev.postern.upstream.UpstreamException.Kind;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits the calls that one service may have under way, so that one which does not answer takes up
 * no more than its share. Who comes too many is refused at once: waiting would take up as much.
 */
final class Bulkheads {
  private final int most;

  /** Services as tools name them, so as many as there are in the catalogue. */
  private final ConcurrentMap<Origin, AtomicInteger> underWay = new ConcurrentHashMap<>();

  Bulkheads(int most) {
    this.most = most;
  }

  /** {@link #leave} must follow. */
  void enter(Origin origin) throws UpstreamException {
    AtomicInteger calls = underWay.computeIfAbsent(origin, o -> new AtomicInteger());
    if (calls.incrementAndGet() > most) {
      calls.decrementAndGet();
      throw new UpstreamException(
          Kind.BUSY, "has not answered " + most + " earlier calls yet; no more are sent", null);
    }
  }

  void leave(Origin origin) {
    underWay.get(origin).decrementAndGet();
  }
}
