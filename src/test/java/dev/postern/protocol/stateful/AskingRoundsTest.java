package dev.postern.protocol.stateful;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.message.RpcException;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.message.mcp.Outcome;
import dev.postern.protocol.CallContext;
import dev.postern.protocol.Client;
import dev.postern.protocol.Exchange;
import dev.postern.protocol.Rounds;
import dev.postern.security.Principal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How often a person is asked. */
class AskingRoundsTest {
  private static final String BOTH =
      """
      {"name": {"method": "elicitation/create", "params": {"message": "Who?"}},
       "model": {"method": "sampling/createMessage", "params": {}}}
      """;
  private static final String NAME =
      "{\"name\": {\"method\": \"elicitation/create\", \"params\": {\"message\": \"Who?\"}}}";

  private final List<String> asked = new ArrayList<>();
  private final Rounds rounds = new AskingRounds();

  @Test
  void aServiceThatCannotHaveAllItsAnswersIsNotAskedForTheRestAgainAndAgain() throws Exception {
    ObjectNode result =
        rounds.run(
            context("{\"elicitation\":{}}"),
            "tools/call",
            Json.object(),
            (answers, state) -> questions(BOTH));
    assertThat(result.path("isError").booleanValue()).isTrue();
    assertThat(Json.text(result)).contains("sampling");
    assertThat(asked).containsExactly("elicitation/create");
  }

  @Test
  void aServiceThatMakesDoWithSomeAnswersGetsThem() throws Exception {
    ObjectNode result =
        rounds.run(
            context("{\"elicitation\":{}}"),
            "tools/call",
            Json.object(),
            (answers, state) ->
                answers == null ? questions(BOTH) : CallToolResult.text(Json.text(answers)));
    assertThat(result.at("/content/0/text").textValue())
        .isEqualTo("{\"name\":{\"action\":\"accept\"}}");
  }

  @Test
  void aQuestionMayBeAskedAgainWhereItsAnswerWillNotDo() throws Exception {
    ObjectNode result =
        rounds.run(
            context("{\"elicitation\":{}}"),
            "tools/call",
            Json.object(),
            (answers, state) -> asked.size() < 3 ? questions(NAME) : CallToolResult.text("enough"));
    assertThat(result.at("/content/0/text").textValue()).isEqualTo("enough");
    assertThat(asked).hasSize(3);
  }

  @Test
  void aServiceThatNeverStopsAskingIsGivenUp() {
    assertThatThrownBy(
            () ->
                rounds.run(
                    context("{\"elicitation\":{}}"),
                    "prompts/get",
                    Json.object(),
                    (answers, state) -> questions(NAME)))
        .isInstanceOf(RpcException.class)
        .hasMessageContaining("20 rounds");
  }

  private static Outcome questions(String json) {
    try {
      return new Outcome.InputRequired((ObjectNode) Json.parse(json), null);
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private CallContext context(String capabilities) throws Exception {
    Exchange client =
        new Exchange() {
          @Override
          public ObjectNode ask(String method, ObjectNode params) {
            asked.add(method);
            return Json.object().put("action", "accept");
          }
        };
    return new CallContext(
        Principal.ANONYMOUS,
        StatefulRevision.NEWEST,
        new Client((ObjectNode) Json.parse(capabilities), Json.object()),
        Optional.empty(),
        rounds,
        client);
  }
}
