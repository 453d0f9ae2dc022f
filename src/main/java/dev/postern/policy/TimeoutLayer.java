package dev.postern.policy;

import dev.postern.catalogue.Config;
import dev.postern.invoker.Block;
import dev.postern.invoker.RequestLayer;
import dev.postern.invoker.Sender;
import dev.postern.invoker.ServiceCall;
import dev.postern.upstream.TimeLimits;
import java.util.List;

/**
 * Limits for the stages of one request: {@code "timeouts": {"connectMs": 500, "firstByteMs":
 * 2000}}. The whole call has its {@code timeoutMs} beside its URL.
 */
public final class TimeoutLayer implements RequestLayer {
  static final List<String> KEYS = List.of("connectMs", "firstByteMs");

  /** The block's own key; every other policy reads what stands below it. */
  @Override
  public List<String> keys() {
    return List.of(PolicyBlock.KEY);
  }

  @Override
  public Sender around(Sender inner, ServiceCall call, Config config) {
    PolicyBlock.check(config);
    if (!PolicyBlock.has(config, PolicyBlock.TIMEOUTS)) {
      return inner;
    }
    Block block = PolicyBlock.read(config, PolicyBlock.TIMEOUTS, KEYS);
    int whole = call.timeoutMs(); // no stage can take longer
    int connect = block.integer("connectMs", 1, whole, 0);
    int firstByte = block.integer("firstByteMs", 1, whole, 0);
    return (request, lines) -> {
      TimeLimits limits = new TimeLimits(connect, firstByte, request.limits().whole());
      return inner.send(request.withLimits(limits), lines);
    };
  }
}
