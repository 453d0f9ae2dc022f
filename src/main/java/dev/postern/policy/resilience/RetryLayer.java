package dev.postern.policy.resilience;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Config;
import dev.postern.invoker.Block;
import dev.postern.invoker.RequestLayer;
import dev.postern.invoker.Sender;
import dev.postern.invoker.ServiceCall;
import dev.postern.policy.PolicyBlock;
import io.github.resilience4j.core.IntervalFunction;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Sends a request again that failed for a reason which may pass: {@code "retry": {"attempts": 3}}.
 */
public final class RetryLayer implements RequestLayer {
  public static final List<String> KEYS =
      List.of("attempts", "backoffMs", "mostBackoffMs", "statuses", "anyMethod", "budgetPercent");

  /** Too early, too often, and what stands before a service that does not answer itself. */
  private static final Set<Integer> PASSING = Set.of(408, 429, 502, 503, 504);

  private static final int LONGEST_BACKOFF = 60_000;

  /** Each wait is up to so much shorter or longer, so that callers do not come back together. */
  private static final double JITTER = 0.5;

  private static final double GROWTH = 2;

  /** The block's key is another layer's. */
  @Override
  public List<String> keys() {
    return List.of();
  }

  @Override
  public Sender around(Sender inner, ServiceCall call, Config config) {
    if (!PolicyBlock.has(config, PolicyBlock.RETRY)) {
      return inner;
    }
    Block block = PolicyBlock.read(config, PolicyBlock.RETRY, KEYS);
    int first = block.integer("backoffMs", 1, LONGEST_BACKOFF, 200);
    int most = block.integer("mostBackoffMs", 1, LONGEST_BACKOFF, Math.max(first, 5_000));
    boolean anyMethod = block.flag("anyMethod", false);
    RetryRules rules =
        new RetryRules(
            block.integer("attempts", 2, 10, 3),
            statuses(block),
            anyMethod || call.isIdempotent(),
            IntervalFunction.ofExponentialRandomBackoff(
                first, GROWTH, JITTER, Math.max(first, most)));
    return new RetrySender(
        inner, rules, new RetryBudget(block.integer("budgetPercent", 1, 100, 20)));
  }

  private static Set<Integer> statuses(Block block) {
    if (!block.has("statuses")) {
      return PASSING;
    }
    JsonNode written = block.get("statuses");
    Set<Integer> statuses = new TreeSet<>();
    for (JsonNode status : written) {
      if (!status.isInt() || status.intValue() < 400 || status.intValue() > 599) {
        block.problem("statuses", "must be a list of whole numbers from 400 to 599");
        return PASSING;
      }
      statuses.add(status.intValue());
    }
    if (!written.isArray()) {
      block.problem("statuses", "must be a list of whole numbers from 400 to 599");
    }
    return statuses;
  }
}
