package dev.postern.policy.cache;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Config;
import dev.postern.invoker.Block;
import dev.postern.invoker.RequestLayer;
import dev.postern.invoker.Sender;
import dev.postern.invoker.ServiceCall;
import dev.postern.policy.PolicyBlock;
import dev.postern.policy.PolicySettings;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Remembers answers: {@code "cache": {}} for as long as the service's {@code Cache-Control} says,
 * {@code {"ttlMs": 60000}} for this long.
 */
public final class CacheLayer implements RequestLayer {
  public static final List<String> KEYS = List.of("ttlMs", "sharedByAll", "anyMethod", "statuses");

  /** A day; what changes less often is no work for a cache in memory. */
  private static final int LONGEST_TTL = 24 * 60 * 60 * 1_000;

  /** RFC 9110 §9.2.1, as far as answers to them can be kept (§9.3). */
  private static final Set<String> SAFE = Set.of("GET", "HEAD");

  private final KeptAnswers kept;

  public CacheLayer(PolicySettings settings) {
    kept = new KeptAnswers(settings.cacheBytes(), settings.cacheEntries());
  }

  /** The block's key is another layer's. */
  @Override
  public List<String> keys() {
    return List.of();
  }

  @Override
  public Sender around(Sender inner, ServiceCall call, Config config) {
    if (!PolicyBlock.has(config, PolicyBlock.CACHE)) {
      return inner;
    }
    Block block = PolicyBlock.read(config, PolicyBlock.CACHE, KEYS);
    boolean anyMethod = block.flag("anyMethod", false);
    if (!anyMethod && !SAFE.contains(call.method())) {
      block.problem(
          "anyMethod",
          "must be true to keep answers to " + call.method() + ", which may change something");
    }
    if (call.takesInput()) {
      config
          .problems()
          .add(
              PolicyBlock.pointer(config, PolicyBlock.CACHE),
              "must not stand beside {{input}}: what follows a question is for one client, once");
    }
    if (config.json().has("asyncJob")) {
      config
          .problems()
          .add(
              PolicyBlock.pointer(config, PolicyBlock.CACHE),
              "must not stand beside \"asyncJob\": what the service says of work that is under way"
                  + " must be asked anew each time");
    }
    boolean sharedByAll = block.flag("sharedByAll", false);
    Duration ttl = Duration.ofMillis(block.integer("ttlMs", 1, LONGEST_TTL, 1));
    Freshness freshness =
        new Freshness(block.has("ttlMs") ? ttl : null, sharedByAll, statuses(block));
    return new CachingSender(inner, kept, freshness, sharedByAll);
  }

  private static Set<Integer> statuses(Block block) {
    Set<Integer> statuses = new TreeSet<>();
    JsonNode written = block.get("statuses");
    for (JsonNode status : written) {
      statuses.add(status.asInt());
    }
    boolean readable = written.isArray() || written.isMissingNode();
    if (!readable || statuses.stream().anyMatch(status -> status < 400 || status > 599)) {
      block.problem("statuses", "must be a list of whole numbers from 400 to 599");
    }
    return statuses;
  }
}
