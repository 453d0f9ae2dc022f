package dev.postern.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

/**
 * The official TypeScript SDK, version 2, in automatic mode: {@code @modelcontextprotocol/client}.
 */
class TypeScriptSdk2IT extends TypeScriptContract {

  TypeScriptSdk2IT() {
    super("ts-sdk2.", Way.STATELESS, "sdk2.mjs", "\"auto\"");
  }

  @Test
  void asksForTheNewRevisionFirstAndStaysWithIt() throws Exception {
    try (TypeScriptClient guest = connect(POSTERN.uri("/mcp"), "\"auto\"")) {
      JsonNode exchanges = guest.exchanges();
      assertThat(exchanges.at("/0/0").textValue()).isEqualTo("server/discover");
      assertThat(exchanges.at("/0/1").intValue()).isEqualTo(200);
      assertThat(exchanges.toString()).doesNotContain("initialize");
      assertThat(guest.session()).isNull();
    }
  }

  @Test
  void startsASessionWhereItIsToldToBeOld() throws Exception {
    try (TypeScriptClient guest = connect(POSTERN.uri("/mcp"), "\"legacy\"")) {
      assertThat(guest.exchanges().at("/0/0").textValue()).isEqualTo("initialize");
      assertThat(guest.protocolVersion()).isEqualTo("2025-11-25");
      assertThat(guest.session()).isNotEmpty();
      guest.ping();
      JsonNode result = guest.call("ts-sdk2.天気", "{}");
      assertThat(result.at("/content/0/text").textValue()).isEqualTo("晴れ");
    }
  }
}
