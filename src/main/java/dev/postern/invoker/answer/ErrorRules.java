package dev.postern.invoker.answer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Config;
import dev.postern.invoker.AnswerErrors;
import dev.postern.invoker.AnswerLayer;
import dev.postern.invoker.Answered;
import dev.postern.invoker.CallFailedException;
import dev.postern.invoker.Inquiry;
import dev.postern.invoker.ServiceCall;
import dev.postern.message.mcp.CallToolResult;
import java.util.ArrayList;
import java.util.List;

/**
 * The key {@code errors}: rules of which the first counts that concerns the answer. Where none
 * does, the status decides as it does without rules.
 */
public final class ErrorRules implements AnswerLayer {
  private static final String KEY = "errors";

  @Override
  public List<String> keys() {
    return List.of(KEY);
  }

  @Override
  public Inquiry around(Inquiry inner, ServiceCall call, Config config) {
    if (!config.json().has(KEY)) {
      return inner;
    }
    JsonNode written = config.get(KEY);
    if (!written.isArray()) {
      config.problems().add(config.at(KEY), "must be an array of rules");
      return inner;
    }
    List<ErrorRule> rules = new ArrayList<>();
    for (int i = 0; i < written.size(); i++) {
      rules.add(ErrorRule.compile(written.get(i), config.at(KEY) + "/" + i, config.problems()));
    }
    AnswerErrors errors = new AnswerErrors(call);
    return (request, lines, client) -> judged(rules, errors, inner.ask(request, lines, client));
  }

  private static Answered judged(List<ErrorRule> rules, AnswerErrors errors, Answered answered)
      throws CallFailedException {
    JsonNode json = answered.json();
    for (ErrorRule rule : rules) {
      if (rule.test().fits(answered, json)) {
        if (rule.result() != null) {
          return answered.withStatus(200).withJson(rule.result());
        }
        throw new CallFailedException(CallToolResult.error(facts(rule, errors, answered, json)));
      }
    }
    return answered;
  }

  private static ObjectNode facts(
      ErrorRule rule, AnswerErrors errors, Answered answered, JsonNode json) {
    ObjectNode facts = errors.facts(answered.answer(), rule.retryable());
    try {
      rule.tell(facts, json);
    } catch (AnswerText.TooLongException e) {
      return facts; // what is said by default is better than nothing
    }
    return errors.told(facts);
  }
}
