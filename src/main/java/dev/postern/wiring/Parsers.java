package dev.postern.wiring;

import dev.postern.catalogue.CallLayer;
import dev.postern.catalogue.PromptParser;
import dev.postern.catalogue.ResourceParser;
import dev.postern.catalogue.StreamPolicy;
import dev.postern.catalogue.StructuredOutput;
import dev.postern.catalogue.ToolParser;
import dev.postern.invoker.LayeredService;
import dev.postern.invoker.RequestLayer;
import dev.postern.invoker.ServiceToolType;
import dev.postern.invoker.ServiceType;
import dev.postern.invoker.completion.ServiceCompletionType;
import dev.postern.invoker.feign.FeignServiceType;
import dev.postern.invoker.fixed.StaticToolType;
import dev.postern.invoker.http.HttpServiceType;
import dev.postern.invoker.prompt.MessagesType;
import dev.postern.invoker.prompt.PromptServiceType;
import dev.postern.invoker.resource.BlobType;
import dev.postern.invoker.resource.JsonType;
import dev.postern.invoker.resource.ResourceServiceType;
import dev.postern.invoker.resource.TextType;
import dev.postern.policy.BulkheadLayer;
import dev.postern.policy.PolicySettings;
import dev.postern.policy.TimeoutLayer;
import dev.postern.policy.cache.CacheLayer;
import dev.postern.policy.resilience.CircuitBreakerLayer;
import dev.postern.policy.resilience.HostRateLayer;
import dev.postern.policy.resilience.RateLimitLayer;
import dev.postern.policy.resilience.RetryLayer;
import dev.postern.security.Secrets;
import dev.postern.upstream.Upstream;
import java.util.List;
import java.util.stream.Stream;

/** What understands the JSON of rows: every type that there is. */
public record Parsers(ToolParser tools, PromptParser prompts, ResourceParser resources) {

  /**
   * @param upstream the way out for all of them
   */
  public static Parsers of(Upstream upstream, Secrets secrets) {
    return of(upstream, secrets, PolicySettings.DEFAULTS);
  }

  /**
   * @param upstream the way out for all of them
   * @param settings what operations say about policies
   */
  public static Parsers of(Upstream upstream, Secrets secrets, PolicySettings settings) {
    // THE chain; docs/tools.md says why it is in this order, and PolicyOrderCases hold it.
    List<CallLayer> guards = List.of(new RateLimitLayer(), new BulkheadLayer());
    List<CallLayer> callLayers =
        Stream.concat(guards.stream(), Stream.of(new StreamPolicy(), new StructuredOutput()))
            .toList();
    List<RequestLayer> requestLayers =
        List.of(
            new CacheLayer(settings),
            new RetryLayer(),
            new CircuitBreakerLayer(settings.hosts()),
            new HostRateLayer(settings.hosts()),
            new TimeoutLayer());
    ServiceType http = new LayeredService(new HttpServiceType(upstream, secrets), requestLayers);
    ServiceType feign = new LayeredService(new FeignServiceType(upstream, secrets), requestLayers);
    List<ServiceCompletionType> completions =
        List.of(new ServiceCompletionType(http), new ServiceCompletionType(feign));
    return new Parsers(
        new ToolParser(
            List.of(new ServiceToolType(http), new ServiceToolType(feign), new StaticToolType()),
            callLayers),
        new PromptParser(
            List.of(new MessagesType(), new PromptServiceType(http), new PromptServiceType(feign)),
            completions,
            guards),
        new ResourceParser(
            List.of(
                new TextType(),
                new BlobType(),
                new JsonType(),
                new ResourceServiceType(http),
                new ResourceServiceType(feign)),
            completions,
            guards));
  }
}
