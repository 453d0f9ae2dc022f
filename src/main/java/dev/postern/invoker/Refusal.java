package dev.postern.invoker;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.mcp.CallToolResult;

/**
 * Why a call was not carried out though nothing is wrong with it. Nothing was sent, so the same
 * call may be made again.
 *
 * @param error for programs, such as {@code rate_limited}
 * @param message what happened, a sentence
 * @param advice what to do, a sentence
 * @param retryAfterMs when it may be worth it; 0 where nobody knows
 */
public record Refusal(String error, String message, String advice, long retryAfterMs) {

  /** As the failure of a tool. */
  public CallToolResult result() {
    ObjectNode facts = CallErrors.facts(error, message, advice, true);
    if (retryAfterMs > 0) {
      int millis = (int) Math.min(Integer.MAX_VALUE, retryAfterMs);
      facts.put("retryAfterSeconds", (millis - 1) / 1_000 + 1).put("retryAfterMs", millis);
    }
    return CallToolResult.error(facts);
  }
}
