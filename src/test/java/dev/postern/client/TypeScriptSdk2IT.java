package dev.postern.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

/**
 * The official TypeScript SDK, version 2: {@code @modelcontextprotocol/client}. It would rather
 * speak revision 2026-07-28.
 */
class TypeScriptSdk2IT extends TypeScriptContract {

  TypeScriptSdk2IT() {
    super("ts-sdk2.", "sdk2.mjs");
  }

  /** 2026-07-28, transports: a 4xx without one of its own error codes means an older server. */
  @Test
  void asksForTheNewRevisionFirstAndFallsBackToOurs() throws Exception {
    try (TypeScriptClient guest = connect(POSTERN.uri("/mcp"))) {
      JsonNode exchanges = guest.exchanges();
      assertThat(exchanges.at("/0/0").textValue()).isEqualTo("server/discover");
      assertThat(exchanges.at("/0/1").intValue()).isEqualTo(400);
      assertThat(exchanges.at("/1/0").textValue()).isEqualTo("initialize");
      assertThat(exchanges.at("/1/1").intValue()).isEqualTo(200);
      assertThat(guest.protocolVersion()).isEqualTo("2025-11-25");
    }
  }
}
