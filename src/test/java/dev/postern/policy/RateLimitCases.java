package dev.postern.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Tool;
import dev.postern.testing.Wait;
import dev.postern.wiring.Parsers;
import org.junit.jupiter.api.Test;

abstract class RateLimitCases extends PolicyCases {

  private static String limit(int calls, int perMs, String whose) {
    return "{\"calls\": %d, \"perMs\": %d, \"for\": \"%s\"}".formatted(calls, perMs, whose);
  }

  private static String limited(String limits) {
    return "{\"rateLimit\": " + limits + "}";
  }

  private static boolean isError(JsonNode result) {
    return result.path("isError").asBoolean();
  }

  @Test
  void beyondTheLimitCallsAreRefusedWithTheTimeToWait() {
    Tool tool = tool(limited(limit(2, AN_HOUR, "all")));
    assertAnswered(call(tool));
    assertAnswered(call(tool));
    JsonNode facts = refusal(call(tool), "rate_limited");
    assertThat(facts.path("message").asText())
        .startsWith("This tool may be called 2 times in 3600000 ms, for all callers together");
    assertThat(facts.path("retryAfterMs").asLong()).isBetween(1L, (long) AN_HOUR);
    assertThat(facts.path("retryAfterSeconds").asLong()).isBetween(1L, 3_600L);
    assertThat(service.requests()).hasSize(2);
  }

  @Test
  void whenThePeriodIsOverCallsAreTakenAgain() throws Exception {
    Tool tool = tool(limited(limit(1, 300, "all")));
    call(tool);
    Wait.until("the next period", SOON, () -> !call(tool).isError());
  }

  @Test
  void eachPrincipalHasALimitOfItsOwn() {
    Tool tool = tool(limited(limit(1, AN_HOUR, "principal")));
    assertThat(isError(as("ann", tool))).isFalse();
    assertThat(isError(as("ann", tool))).isTrue();
    assertThat(isError(as("bob", tool))).isFalse();
    assertThat(as("bob", tool).toString()).contains("for one caller");
  }

  @Test
  void severalLimitsHoldTogether() {
    String each = limit(2, AN_HOUR, "principal");
    Tool tool = tool(limited("[" + each + ", " + limit(3, AN_HOUR, "all") + "]"));
    assertThat(isError(as("ann", tool))).isFalse();
    assertThat(isError(as("ann", tool))).isFalse();
    assertThat(as("ann", tool).toString()).contains("for one caller");
    assertThat(isError(as("bob", tool))).isFalse();
    assertThat(as("bob", tool).toString()).contains("for all callers");
  }

  @Test
  void operationsCanLimitTheRequestsToAHost() {
    Parsers parsers = withRules("127.0.0.1 rate=3/1h");
    Tool one = tool(parsers, "\"timeoutMs\": 9000", "{}");
    Tool other = tool(parsers, "\"timeoutMs\": 9000", "{}");
    assertAnswered(call(one));
    assertAnswered(call(other));
    assertAnswered(call(one));
    JsonNode facts = refusal(call(other), "rate_limited");
    assertThat(facts.path("message").asText()).contains("3 times in 3600000 ms by all tools");
    assertThat(facts.path("retryAfterMs").asLong()).isPositive();
    assertThat(service.requests()).hasSize(3);
  }
}
