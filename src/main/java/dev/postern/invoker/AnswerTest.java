package dev.postern.invoker;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Problems;
import java.util.ArrayList;
import java.util.List;

/**
 * Some of the answers that a service may give. Immutable.
 *
 * @param statuses that they have
 * @param field of their JSON that tells; null where the status alone does
 * @param values one of which the field must have; empty where it must only be there
 */
public record AnswerTest(Statuses statuses, JsonPointer field, List<JsonNode> values) {
  /** Every key that it reads. */
  public static final List<String> KEYS = List.of("status", "field", "equals");

  public AnswerTest {
    values = List.copyOf(values);
  }

  /** Reads the keys out of a block; at least one of status and field must be there. */
  public static AnswerTest read(Block block) {
    Problems problems = block.problems();
    if (!block.has("status") && !block.has("field")) {
      block.problem("status", "is missing; give \"status\", \"field\" or both");
    }
    if (block.has("equals") && !block.has("field")) {
      block.problem("equals", "needs a \"field\"");
    }
    return new AnswerTest(
        block.has("status")
            ? Statuses.parse(block.get("status"), block.pointer("status"), problems)
            : Statuses.any(),
        block.jsonPointer("field"),
        values(block.get("equals")));
  }

  private static List<JsonNode> values(JsonNode written) {
    List<JsonNode> values = new ArrayList<>();
    if (written.isArray()) {
      written.forEach(values::add);
    } else if (!written.isMissingNode()) {
      values.add(written);
    }
    return values;
  }

  /**
   * @param json of the answer; null where it has none
   */
  public boolean fits(Answered answered, JsonNode json) {
    return statuses.contain(answered.status()) && (field == null || json != null && told(json));
  }

  private boolean told(JsonNode json) {
    JsonNode value = json.at(field);
    if (!values.isEmpty()) {
      return values.contains(value);
    }
    boolean empty = value.isContainerNode() ? value.isEmpty() : value.asText().isEmpty();
    boolean no = value.isMissingNode() || value.isNull() || value.isBoolean() && !value.asBoolean();
    return !no && !empty;
  }
}
