package dev.postern.policy.resilience;

import dev.postern.catalogue.Config;
import dev.postern.invoker.Refusal;
import dev.postern.invoker.RefusedException;
import dev.postern.invoker.RequestLayer;
import dev.postern.invoker.Sender;
import dev.postern.invoker.ServiceCall;
import dev.postern.policy.Host;
import dev.postern.policy.HostRule;
import dev.postern.policy.HostRules;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Limits the requests to a host, from all tools together, where operations say so. */
public final class HostRateLayer implements RequestLayer {
  private final HostRules rules;

  /** As many as tools name; shared by them, whatever becomes of their definitions. */
  private final ConcurrentMap<Host, Rate> rates = new ConcurrentHashMap<>();

  public HostRateLayer(HostRules rules) {
    this.rules = rules;
  }

  /** Tools say nothing about it. */
  @Override
  public List<String> keys() {
    return List.of();
  }

  @Override
  public Sender around(Sender inner, ServiceCall call, Config config) {
    Host host = Host.of(call.url().origin());
    HostRule rule = rules.of(host);
    if (!rule.limitsRate()) {
      return inner;
    }
    Rate rate = rates.computeIfAbsent(host, key -> new Rate(rule.calls(), rule.period()));
    return (request, lines) -> {
      long wait = request.trace().isRehearsal() ? 0 : rate.take();
      if (wait > 0) {
        Refusal refusal = refusal(rule, wait);
        request.keptBack("hostRate", refusal.message(), null);
        throw new RefusedException(refusal);
      }
      return inner.send(request, lines);
    };
  }

  private static Refusal refusal(HostRule rule, long wait) {
    return new Refusal(
        "rate_limited",
        "The service may be asked "
            + RateLimit.times(rule.calls(), rule.period())
            + " by all tools together, and that is used up. Nothing was sent.",
        "Wait for retryAfterMs, then call again with the same arguments.",
        wait);
  }
}
