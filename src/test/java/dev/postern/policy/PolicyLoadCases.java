package dev.postern.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.catalogue.BadConfigException;
import dev.postern.catalogue.Config;
import dev.postern.catalogue.InputSchema;
import dev.postern.catalogue.Problem;
import dev.postern.catalogue.Problems;
import dev.postern.invoker.Sender;
import dev.postern.invoker.ServiceCall;
import dev.postern.message.Json;
import dev.postern.policy.cache.CacheLayer;
import dev.postern.policy.resilience.CircuitBreakerLayer;
import dev.postern.policy.resilience.HostRateLayer;
import dev.postern.policy.resilience.RateLimitLayer;
import dev.postern.policy.resilience.RetryLayer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with a policy is found when the tool is loaded. */
abstract class PolicyLoadCases extends PolicyCases {
  private static final Map<String, List<String>> KEYS =
      Map.of(
          "timeouts", TimeoutLayer.KEYS,
          "retry", RetryLayer.KEYS,
          "circuitBreaker", CircuitBreakerLayer.KEYS,
          "rateLimit", RateLimitLayer.KEYS,
          "bulkhead", BulkheadLayer.KEYS,
          "cache", CacheLayer.KEYS);

  private List<String> problemsOf(String policy) {
    return problems(schema("[]", "q"), block("/x", ""), "\"policy\": " + policy);
  }

  @Test
  void allOfItCanStandTogether() {
    assertThat(
            problemsOf(
                """
                {"timeouts": {"connectMs": 500, "firstByteMs": 2000},
                 "retry": {"attempts": 3, "backoffMs": 100, "mostBackoffMs": 1000,
                           "statuses": [503], "anyMethod": true, "budgetPercent": 10},
                 "circuitBreaker": {"per": "tool", "failurePercent": 50, "window": 20,
                                    "leastCalls": 10, "openMs": 1000, "trials": 1},
                 "rateLimit": [{"calls": 1, "perMs": 1, "for": "all"},
                               {"calls": 1, "perMs": 1, "for": "principal"}],
                 "bulkhead": {"calls": 3},
                 "cache": {"ttlMs": 1, "sharedByAll": false, "anyMethod": false,
                           "statuses": [404]}}
                """))
        .isEmpty();
  }

  @Test
  void everythingWrongIsToldAtOnce() {
    assertThat(
            problemsOf(
                """
                {"timeouts": {"connectMs": 0, "firstByteMs": 999999},
                 "retry": {"attempts": 1, "statuses": [200], "anyMethod": 1},
                 "circuitBreaker": {"per": "host", "openMs": 5},
                 "rateLimit": [{"calls": 0, "perMs": 5, "for": "me"}, {"calls": 1}],
                 "bulkhead": {},
                 "cache": {"ttl": 5, "statuses": 404},
                 "retries": 3}
                """))
        .extracting(problem -> problem.substring(0, problem.indexOf(": ")))
        .containsExactlyInAnyOrder(
            "/policy/timeouts/connectMs",
            "/policy/timeouts/firstByteMs",
            "/policy/retry/attempts",
            "/policy/retry/statuses",
            "/policy/retry/anyMethod",
            "/policy/circuitBreaker/openMs",
            "/policy/rateLimit/0/calls",
            "/policy/rateLimit/0/for",
            "/policy/rateLimit/1/perMs",
            "/policy/bulkhead/calls",
            "/policy/cache/ttl",
            "/policy/cache/statuses",
            "/policy/retries");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[] | /policy: must be an object",
        "{\"retry\": 3} | /policy/retry: must be an object",
        "{\"cache\": true} | /policy/cache: must be an object",
        "{\"rateLimit\": 5} | /policy/rateLimit: must be an object",
        "{\"retrys\": {}} | /policy/retrys: is not a known key; did you mean \"retry\"?",
        "{\"circuitBreaker\": {\"window\": 5, \"leastCalls\": 6}}"
            + " | /policy/circuitBreaker/leastCalls: must not be more than \"window\", 5"
      })
  void wrongFormsAreNamed(String policy, String problem) {
    assertThat(problemsOf(policy)).containsExactly(problem);
  }

  @Test
  void aCacheIsForMethodsThatChangeNothing() {
    String schema = schema("[]", "q");
    String post = block("/x", "\"method\": \"POST\"");
    assertThat(problems(schema, post, "\"policy\": {\"cache\": {}}"))
        .singleElement()
        .asString()
        .startsWith("/policy/cache/anyMethod: must be true to keep answers to POST");
    assertThat(problems(schema, post, "\"policy\": {\"cache\": {\"anyMethod\": true}}")).isEmpty();
    String asking = block("/x", "\"query\": {\"a\": \"{{input.responses}}\"}");
    assertThat(problems(schema, asking, "\"policy\": {\"cache\": {}}"))
        .singleElement()
        .asString()
        .startsWith("/policy/cache: must not stand beside {{input}}");
  }

  @Test
  void aToolWithoutAServiceHasNoPolicy() throws Exception {
    try {
      parsers(PolicySettings.DEFAULTS)
          .tools()
          .parse("x", "{\"type\":\"static\",\"static\":{\"text\":\"x\"},\"policy\":{}}");
    } catch (BadConfigException e) {
      assertThat(e.problems())
          .extracting(Problem::toString)
          .containsExactly("/policy: does not belong to a tool of type \"static\"");
      return;
    }
    throw new AssertionError("It was taken");
  }

  @Test
  void promptsAndResourcesHavePoliciesToo() throws Exception {
    String policy =
        "\"policy\": {\"retry\": {\"backoffMs\": 1}, \"bulkhead\": {\"calls\": 1},"
            + " \"rateLimit\": {\"calls\": 1, \"perMs\": 3600000}}";
    String block = "\"" + type() + "\": " + block("/x", "");
    answers(service, 503, 200);
    var prompt =
        parsers(PolicySettings.DEFAULTS).prompts().parse("p", "{" + block + ", " + policy + "}");
    var call =
        new dev.postern.catalogue.Call(Json.object(), dev.postern.security.Principal.ANONYMOUS);
    assertThat(prompt.binding().call(call).json().has("messages")).isTrue();
    assertThat(prompt.binding().call(call).json().toString()).contains("rate_limited");
    assertThat(service.requests()).hasSize(2);
    var resource =
        parsers(PolicySettings.DEFAULTS)
            .resources()
            .parse("r", "{\"uri\": \"a://b\", " + block + ", " + policy + "}");
    var read =
        new dev.postern.catalogue.Call(
            Json.object().put("uri", "a://b"), dev.postern.security.Principal.ANONYMOUS);
    assertThat(resource.binding().call(read).json().has("contents")).isTrue();
    assertThat(resource.binding().call(read).json().toString()).contains("rate_limited");
  }

  @Test
  void suggestionsHaveThoseThatConcernRequests() throws Exception {
    String prompt =
        "{\"messages\": [], \"arguments\": [{\"name\": \"a\"}], \"completions\": {\"a\": {\"%s\": %s,"
            + " \"policy\": {\"cache\": {\"ttlMs\": 9000}, \"bulkhead\": {\"calls\": 1}}}}}";
    try {
      parsers(PolicySettings.DEFAULTS)
          .prompts()
          .parse("p", prompt.formatted(type(), block("/x", "")));
    } catch (BadConfigException e) {
      assertThat(e.problems())
          .extracting(Problem::pointer)
          .contains("/completions/a/policy/bulkhead")
          .doesNotContain("/completions/a/policy/cache");
      return;
    }
    throw new AssertionError("It was taken");
  }

  @Test
  void aToolThatAsksForNothingIsLeftAsItIs() throws Exception {
    var config =
        new Config(
            Json.object(),
            "",
            InputSchema.compile(
                Json.object().put("type", "object"), "/inputSchema", new Problems()),
            new Problems());
    ServiceCall call =
        new ServiceCall(
            "GET",
            new dev.postern.template.UrlTemplate(
                dev.postern.template.UrlText.parse("http://host.example/x")),
            List.of(),
            null,
            null,
            1_000,
            0,
            false,
            dev.postern.invoker.Redaction.NONE);
    Sender wire = (request, lines) -> null;
    HostRules rules = HostRules.parse("other.example rate=1/1s breaker=50%");
    for (var layer :
        List.of(
            new CacheLayer(PolicySettings.DEFAULTS),
            new RetryLayer(),
            new CircuitBreakerLayer(rules),
            new HostRateLayer(rules),
            new TimeoutLayer())) {
      assertThat(layer.around(wire, call, config)).isSameAs(wire);
    }
    dev.postern.catalogue.Binding binding = asked -> null;
    assertThat(new RateLimitLayer().around(binding, config)).isSameAs(binding);
    assertThat(new BulkheadLayer().around(binding, config)).isSameAs(binding);
  }

  @Test
  void theEditorAndTheReferenceKnowTheSameKeys() throws Exception {
    var schema = Json.parse(Files.readString(Path.of("src/main/resources/schema/tool.json")));
    String page = Files.readString(Path.of("docs", "tools.md"));
    var policy = schema.at("/properties/policy/properties");
    assertThat(names(policy)).containsExactlyInAnyOrderElementsOf(PolicyBlock.PARTS);
    assertThat(KEYS.keySet()).containsExactlyInAnyOrderElementsOf(PolicyBlock.PARTS);
    KEYS.forEach(
        (part, keys) -> {
          String place = part.equals("rateLimit") ? "/$defs/rateLimit" : "";
          var properties =
              place.isEmpty()
                  ? policy.path(part).path("properties")
                  : schema.at(place + "/properties");
          assertThat(names(properties)).as(part).containsExactlyInAnyOrderElementsOf(keys);
          assertThat(page).contains("`" + part + "`");
          keys.forEach(key -> assertThat(page).as(part).contains("`" + key + "`"));
        });
    for (String error : List.of("rate_limited", "tool_busy", "circuit_open")) {
      assertThat(page).contains("| `" + error + "` |");
    }
  }

  private static TreeSet<String> names(com.fasterxml.jackson.databind.JsonNode object) {
    TreeSet<String> names = new TreeSet<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
