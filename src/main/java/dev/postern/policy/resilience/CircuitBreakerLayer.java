package dev.postern.policy.resilience;

import dev.postern.catalogue.Config;
import dev.postern.invoker.Block;
import dev.postern.invoker.RequestLayer;
import dev.postern.invoker.Sender;
import dev.postern.invoker.ServiceCall;
import dev.postern.policy.Host;
import dev.postern.policy.HostRule;
import dev.postern.policy.HostRules;
import dev.postern.policy.PolicyBlock;
import dev.postern.policy.resilience.Circuit.Limits;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Leaves a service alone that fails: {@code "circuitBreaker": {}} with a circuit of the tool's own,
 * {@code {"per": "host"}} with one that all tools of a host share. Where operations have a rule for
 * the host its circuit stands around every tool's own.
 */
public final class CircuitBreakerLayer implements RequestLayer {
  public static final List<String> KEYS =
      List.of("per", "failurePercent", "window", "leastCalls", "openMs", "trials");

  private static final int LARGEST_WINDOW = 1_000;
  private static final int LONGEST_OPEN = 60 * 60 * 1_000;

  private final HostRules rules;

  /** As many as tools name; shared by them, whatever becomes of their definitions. */
  private final ConcurrentMap<Host, Circuit> circuits = new ConcurrentHashMap<>();

  public CircuitBreakerLayer(HostRules rules) {
    this.rules = rules;
  }

  /** The block's key is another layer's. */
  @Override
  public List<String> keys() {
    return List.of();
  }

  @Override
  public Sender around(Sender inner, ServiceCall call, Config config) {
    Host host = Host.of(call.url().origin());
    boolean byHost = rules.of(host).breaksCircuit();
    Sender sender = inner;
    if (PolicyBlock.has(config, PolicyBlock.CIRCUIT_BREAKER)) {
      Block block = PolicyBlock.read(config, PolicyBlock.CIRCUIT_BREAKER, KEYS);
      if (block.choice("per", List.of("tool", "host")).equals("host")) {
        byHost = true;
        checkAlone(block);
      } else {
        String whose = "a tool of " + host;
        sender = new CircuitSender(sender, new Circuit(whose, limits(block)));
      }
    }
    return byHost ? new CircuitSender(sender, circuit(host)) : sender;
  }

  private Circuit circuit(Host host) {
    return circuits.computeIfAbsent(
        host,
        key -> {
          HostRule rule = rules.of(host);
          return new Circuit(
              host.toString(), Limits.ofHost(rule.failurePercentOrDefault(), rule.open()));
        });
  }

  private static Limits limits(Block block) {
    Limits usual = Limits.ofHost(HostRule.FAILURE_PERCENT, HostRule.OPEN);
    int window = block.integer("window", 1, LARGEST_WINDOW, usual.window());
    int least =
        block.integer("leastCalls", 1, LARGEST_WINDOW, Math.min(window, usual.leastCalls()));
    if (least > window) {
      block.problem("leastCalls", "must not be more than \"window\", " + window);
    }
    return new Limits(
        block.integer("failurePercent", 1, 100, usual.failurePercent()),
        window,
        least,
        Duration.ofMillis(block.integer("openMs", 1, LONGEST_OPEN, (int) usual.open().toMillis())),
        block.integer("trials", 1, LARGEST_WINDOW, usual.trials()));
  }

  /** Of two tools that share a circuit neither can say how it is. */
  private static void checkAlone(Block block) {
    for (String key : KEYS.subList(1, KEYS.size())) {
      if (block.has(key)) {
        block.problem(
            key,
            "must not stand beside \"per\": \"host\"; the setting postern.policy.hosts has it for"
                + " all tools of the host");
      }
    }
  }
}
