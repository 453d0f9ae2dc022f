package dev.postern.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.catalogue.Tool;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.testing.Wait;
import dev.postern.testing.service.Answer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

abstract class BulkheadCases extends PolicyCases {
  private static final String TWO = "{\"bulkhead\": {\"calls\": 2}}";

  @Test
  void moreCallsThanItMayHaveAreRefusedAtOnce() throws Exception {
    CountDownLatch gate = heldBack(Answer.json("{\"n\": 1}"));
    Tool tool = tool(TWO);
    List<Future<CallToolResult>> underWay = calling(tool, 2);
    awaitRequests(2);
    assertThat(refusal(call(tool), "tool_busy").path("message").asText())
        .startsWith("This tool has 2 calls under way");
    gate.countDown();
    for (Future<CallToolResult> call : underWay) {
      assertAnswered(call.get());
    }
    assertAnswered(call(tool));
    assertThat(service.requests()).hasSize(3);
  }

  @Test
  void oneToolDoesNotHoldUpAnother() throws Exception {
    CountDownLatch gate = heldBack(Answer.json("{\"n\": 1}"));
    Tool busy = tool(TWO);
    calling(busy, 2);
    awaitRequests(2);
    Future<CallToolResult> other = calling(tool(TWO));
    awaitRequests(3);
    gate.countDown();
    assertAnswered(other.get());
  }

  @Test
  void aCallThatFailsOrIsCancelledGivesItsPlaceBack() throws Exception {
    Tool tool = tool(TWO);
    answers(service, 500);
    for (int i = 0; i < 5; i++) {
      assertThat(failure(call(tool)).path("status").asInt()).isEqualTo(500);
    }
    CountDownLatch gate = heldBack(Answer.json("{\"n\": 1}"));
    service.forget();
    List<Future<CallToolResult>> underWay = calling(tool, 2);
    awaitRequests(2);
    underWay.forEach(call -> call.cancel(true));
    gate.countDown();
    Wait.until("a free place", SOON, () -> !call(tool).isError());
  }
}
