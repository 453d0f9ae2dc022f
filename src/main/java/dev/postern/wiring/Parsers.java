package dev.postern.wiring;

import dev.postern.catalogue.CallLayer;
import dev.postern.catalogue.Language;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.catalogue.PromptParser;
import dev.postern.catalogue.ResourceParser;
import dev.postern.catalogue.StreamPolicy;
import dev.postern.catalogue.StructuredOutput;
import dev.postern.catalogue.ToolParser;
import dev.postern.invoker.AnswerLayer;
import dev.postern.invoker.LayeredService;
import dev.postern.invoker.RequestLayer;
import dev.postern.invoker.ServiceToolType;
import dev.postern.invoker.ServiceType;
import dev.postern.invoker.answer.ErrorRules;
import dev.postern.invoker.answer.ResponseMapping;
import dev.postern.invoker.auth.AuthLayer;
import dev.postern.invoker.auth.PassedHeaders;
import dev.postern.invoker.completion.ServiceCompletionType;
import dev.postern.invoker.feign.FeignServiceType;
import dev.postern.invoker.fixed.StaticToolType;
import dev.postern.invoker.http.HttpServiceType;
import dev.postern.invoker.job.AsyncJob;
import dev.postern.invoker.limit.AnswerLimit;
import dev.postern.invoker.limit.MoreTool;
import dev.postern.invoker.limit.RestMemory;
import dev.postern.invoker.limit.ResultLimit;
import dev.postern.invoker.paging.Pagination;
import dev.postern.invoker.prompt.MessagesType;
import dev.postern.invoker.prompt.PromptServiceType;
import dev.postern.invoker.redirect.RedirectLayer;
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
import dev.postern.security.WantedHeaders;
import dev.postern.upstream.Upstream;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** What understands the JSON of rows: every type that there is. */
public record Parsers(
    ToolParser tools, PromptParser prompts, ResourceParser resources, BuiltIns builtIns) {

  /** What was left out of results is kept for this long. */
  private static final Duration KEEP_REST = Duration.ofMinutes(10);

  /** As much memory as it may take, or a twentieth of the heap. */
  private static final long MOST_REST_BYTES = 64L * 1024 * 1024;

  /**
   * Tools that are no rows.
   *
   * @param rest what they hand out; to be swept now and then
   */
  public record BuiltIns(MoreTool more, RestMemory rest) {}

  /** Where no request of a client, and no resource of the gateway's own, is passed on. */
  public static Parsers of(Upstream upstream, Secrets secrets) {
    return of(upstream, secrets, new LiveCatalogue(), new WantedHeaders(), PolicySettings.DEFAULTS);
  }

  /**
   * @param upstream the way out for all of them
   * @param catalogue holds the resources that requests may carry on
   * @param wanted takes the names of headers that are passed on
   * @param policies what operations say about policies
   */
  public static Parsers of(
      Upstream upstream,
      Secrets secrets,
      LiveCatalogue catalogue,
      WantedHeaders wanted,
      PolicySettings policies) {
    // THE chain; docs/tools.md says why it is in this order, and PolicyOrderCases hold it.
    List<CallLayer> guards = List.of(new RateLimitLayer(), new BulkheadLayer());
    RestMemory rest =
        new RestMemory(Math.min(MOST_REST_BYTES, Runtime.getRuntime().maxMemory() / 20), KEEP_REST);
    List<CallLayer> callLayers =
        Stream.concat(
                guards.stream(),
                Stream.of(new ResultLimit(rest), new StreamPolicy(), new StructuredOutput()))
            .toList();
    List<AnswerLayer> answerLayers =
        List.of(new ResponseMapping(), new Pagination(), new AsyncJob(), new ErrorRules());
    // A redirect is a request of its own, with credentials of its own.
    List<RequestLayer> requestLayers =
        List.of(
            new RedirectLayer(),
            new AuthLayer(upstream, secrets),
            new PassedHeaders(wanted),
            new AnswerLimit(),
            new CacheLayer(policies),
            new RetryLayer(),
            new CircuitBreakerLayer(policies.hosts()),
            new HostRateLayer(policies.hosts()),
            new TimeoutLayer());
    ServiceType http =
        new LayeredService(
            new HttpServiceType(upstream, secrets, catalogue), answerLayers, requestLayers);
    ServiceType feign =
        new LayeredService(
            new FeignServiceType(upstream, secrets, catalogue), answerLayers, requestLayers);
    List<ServiceCompletionType> completions =
        List.of(new ServiceCompletionType(http), new ServiceCompletionType(feign));
    return new Parsers(
        new ToolParser(
            List.of(new ServiceToolType(http), new ServiceToolType(feign), new StaticToolType()),
            callLayers,
            Language.TOOL),
        new PromptParser(
            List.of(new MessagesType(), PromptServiceType.of(http), PromptServiceType.of(feign)),
            completions,
            guards,
            Language.PROMPT),
        new ResourceParser(
            List.of(
                new TextType(),
                new BlobType(),
                new JsonType(),
                ResourceServiceType.of(http),
                ResourceServiceType.of(feign)),
            completions,
            guards,
            Language.RESOURCE),
        new BuiltIns(new MoreTool(rest), rest));
  }
}
