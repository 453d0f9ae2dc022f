package dev.postern.policy.resilience;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Binding;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.CallLayer;
import dev.postern.catalogue.Config;
import dev.postern.invoker.Block;
import dev.postern.invoker.Refusal;
import dev.postern.message.mcp.Outcome;
import dev.postern.policy.GuardedBinding;
import dev.postern.policy.PolicyBlock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Limits how often a tool is called: {@code "rateLimit": {"calls": 60, "perMs": 60000, "for":
 * "principal"}}, or a list of such limits.
 */
public final class RateLimitLayer implements CallLayer {
  public static final List<String> KEYS = List.of("calls", "perMs", "for");
  private static final int MOST_CALLS = 1_000_000;

  /** A day; counts are forgotten with a restart, so more would promise too much. */
  private static final int LONGEST_PERIOD = 24 * 60 * 60 * 1_000;

  /** The block's key is that of the requests' layers. */
  @Override
  public List<String> keys() {
    return List.of();
  }

  @Override
  public Binding around(Binding inner, Config config) {
    JsonNode written = PolicyBlock.get(config, PolicyBlock.RATE_LIMIT);
    if (written.isMissingNode()) {
      return inner;
    }
    String pointer = PolicyBlock.pointer(config, PolicyBlock.RATE_LIMIT);
    List<RateLimit> limits = new ArrayList<>();
    if (written.isArray()) {
      for (int i = 0; i < written.size(); i++) {
        limits.add(limit(written.get(i), pointer + "/" + i, config));
      }
    } else {
      limits.add(limit(written, pointer, config));
    }
    return inner == null ? null : new Limited(inner, List.copyOf(limits));
  }

  private static RateLimit limit(JsonNode written, String pointer, Config config) {
    Block block = Block.read(written, pointer, KEYS, config.problems());
    for (String key : List.of("calls", "perMs")) {
      if (written.isObject() && !block.has(key)) {
        block.problem(key, "is missing");
      }
    }
    return new RateLimit(
        block.integer("calls", 1, MOST_CALLS, 1),
        Duration.ofMillis(block.integer("perMs", 1, LONGEST_PERIOD, 1)),
        block.choice("for", List.of("all", "principal")).equals("principal"));
  }

  private static final class Limited extends GuardedBinding {
    private final List<RateLimit> limits;

    Limited(Binding inner, List<RateLimit> limits) {
      super(inner);
      this.limits = limits;
    }

    @Override
    public Outcome call(Call call) throws InterruptedException {
      if (call.trace().isRehearsal()) {
        return inner.call(call);
      }
      for (RateLimit limit : limits) {
        Refusal refusal = limit.refusal(call.principal());
        if (refusal != null) {
          call.trace().keptBack("rateLimit", refusal.message(), null, null);
          return refusal.result();
        }
      }
      return inner.call(call);
    }
  }
}
