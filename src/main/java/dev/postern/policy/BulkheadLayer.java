package dev.postern.policy;

import dev.postern.catalogue.Binding;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.CallLayer;
import dev.postern.catalogue.Config;
import dev.postern.invoker.Block;
import dev.postern.invoker.Refusal;
import dev.postern.message.mcp.Outcome;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * Limits the calls of one tool that are under way at a time: {@code "bulkhead": {"calls": 10}}. Who
 * comes too many is refused at once, as waiting would hold as much as going on.
 */
public final class BulkheadLayer implements CallLayer {
  static final List<String> KEYS = List.of("calls");

  /** More than any server has threads for. */
  private static final int MOST = 100_000;

  /** The block's key is that of the requests' layers. */
  @Override
  public List<String> keys() {
    return List.of();
  }

  @Override
  public Binding around(Binding inner, Config config) {
    if (!PolicyBlock.has(config, PolicyBlock.BULKHEAD)) {
      return inner;
    }
    Block block = PolicyBlock.read(config, PolicyBlock.BULKHEAD, KEYS);
    if (!block.has("calls")) {
      block.problem("calls", "is missing");
    }
    int calls = block.integer("calls", 1, MOST, 1);
    return inner == null ? null : new Bounded(inner, calls);
  }

  private static final class Bounded extends GuardedBinding {
    private final int calls;
    private final Semaphore free;

    Bounded(Binding inner, int calls) {
      super(inner);
      this.calls = calls;
      this.free = new Semaphore(calls);
    }

    @Override
    public Outcome call(Call call) throws InterruptedException {
      if (call.trace().isRehearsal()) {
        return inner.call(call);
      }
      if (!free.tryAcquire()) {
        Refusal busy = busy();
        call.trace().keptBack("bulkhead", busy.message(), null, null);
        return busy.result();
      }
      try {
        return inner.call(call);
      } finally {
        free.release();
      }
    }

    private Refusal busy() {
      return new Refusal(
          "tool_busy",
          "This tool has " + calls + " calls under way, as many as it may. Nothing was sent.",
          "Try again in a moment, with fewer calls at the same time.",
          0);
    }
  }
}
