package dev.postern.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.mcp.Outcome;
import java.time.Duration;
import java.util.List;

/**
 * How long a client has to keep its connection during a call: {@code "stream": {"closeAfterMs":
 * 2000, "retryMs": 1000}} in a tool's JSON.
 */
public final class StreamPolicy implements CallLayer {
  private static final String KEY = "stream";
  private static final List<String> KEYS = List.of("closeAfterMs", "retryMs");

  /** Ten minutes; no call takes longer. */
  private static final int MOST_MILLIS = 600_000;

  private static final int DEFAULT_RETRY_MILLIS = 1_000;

  @Override
  public List<String> keys() {
    return List.of(KEY);
  }

  @Override
  public Binding around(Binding inner, Config config) {
    if (!config.json().has(KEY)) {
      return inner;
    }
    Problems problems = config.problems();
    if (!(config.get(KEY) instanceof ObjectNode block)) {
      problems.add(config.at(KEY), "must be an object");
      return inner;
    }
    CommonKeys.checkKnown(block, config.at(KEY), KEYS, problems);
    if (!block.has("closeAfterMs")) {
      problems.add("/" + KEY + "/closeAfterMs", "is missing");
    }
    return lettingGo(
        inner,
        millis(block, "closeAfterMs", 0, problems),
        millis(block, "retryMs", DEFAULT_RETRY_MILLIS, problems));
  }

  private static Binding lettingGo(Binding binding, Duration closeAfter, Duration retry) {
    return new Binding() {
      @Override
      public Outcome call(Call call) throws InterruptedException {
        call.conversation().detach(closeAfter, retry);
        return binding.call(call);
      }

      @Override
      public boolean letsClientGo() {
        return true;
      }
    };
  }

  private static Duration millis(JsonNode block, String key, int otherwise, Problems problems) {
    JsonNode value = block.path(key);
    int millis = value.isMissingNode() ? otherwise : value.asInt(-1);
    if (millis < 0 || millis > MOST_MILLIS || !value.isMissingNode() && !value.isInt()) {
      problems.add("/" + KEY + "/" + key, "must be a whole number from 0 to " + MOST_MILLIS);
    }
    return Duration.ofMillis(millis);
  }
}
