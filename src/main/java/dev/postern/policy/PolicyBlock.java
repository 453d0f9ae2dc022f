package dev.postern.policy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Config;
import dev.postern.catalogue.Problem;
import dev.postern.invoker.Block;
import java.util.List;

/** The block {@code policy}: which parts it has, and how a layer comes by its own. */
public final class PolicyBlock {
  public static final String KEY = "policy";
  public static final String TIMEOUTS = "timeouts";
  public static final String RETRY = "retry";
  public static final String CIRCUIT_BREAKER = "circuitBreaker";
  public static final String RATE_LIMIT = "rateLimit";
  public static final String BULKHEAD = "bulkhead";
  public static final String CACHE = "cache";

  static final List<String> PARTS =
      List.of(TIMEOUTS, RETRY, CIRCUIT_BREAKER, RATE_LIMIT, BULKHEAD, CACHE);

  /** What counts calls rather than requests. */
  private static final List<String> OF_WHOLE_CALLS = List.of(RATE_LIMIT, BULKHEAD);

  private PolicyBlock() {}

  /** What is written there; a missing node where nothing is. */
  public static JsonNode get(Config config, String part) {
    return config.get(KEY).path(part);
  }

  public static boolean has(Config config, String part) {
    return config.get(KEY).has(part);
  }

  public static String pointer(Config config, String part) {
    return Problem.at(config.at(KEY), part);
  }

  /** Reads a part that is there. */
  public static Block read(Config config, String part, List<String> keys) {
    return Block.read(get(config, part), pointer(config, part), keys, config.problems());
  }

  /** Says what is wrong with the block itself. */
  static void check(Config config) {
    if (!config.json().has(KEY)) {
      return;
    }
    Block block = Block.read(config, KEY, PARTS);
    boolean standsForItself = config.pointer().isEmpty();
    for (String part : OF_WHOLE_CALLS) {
      if (!standsForItself && block.has(part)) {
        block.problem(part, "has no meaning for suggestions, which are no calls");
      }
    }
  }
}
