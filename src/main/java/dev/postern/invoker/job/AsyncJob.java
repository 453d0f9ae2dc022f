package dev.postern.invoker.job;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Config;
import dev.postern.invoker.AnswerLayer;
import dev.postern.invoker.AnswerTest;
import dev.postern.invoker.Block;
import dev.postern.invoker.Inquiry;
import dev.postern.invoker.ServiceCall;
import dev.postern.message.Json;
import java.util.List;

/**
 * The key {@code asyncJob}: the tool's request begins the work, further ones ask for its result.
 */
public final class AsyncJob implements AnswerLayer {
  private static final String KEY = "asyncJob";
  private static final List<String> KEYS =
      List.of("poll", "until", "failed", "result", "progress", "intervalMs", "maxWaitMs");

  private static final int DEFAULT_INTERVAL = 1_000;
  static final int LEAST_INTERVAL = 50;
  private static final int MOST_INTERVAL = 600_000;
  private static final int DEFAULT_WAIT = 60_000;

  /** An hour: longer nobody waits for one call. */
  private static final int MOST_WAIT = 3_600_000;

  @Override
  public List<String> keys() {
    return List.of(KEY);
  }

  @Override
  public Inquiry around(Inquiry inner, ServiceCall call, Config config) {
    if (!config.json().has(KEY)) {
      return inner;
    }
    if (config.json().has("pagination")) {
      config.problems().add(config.at(KEY), "must not stand beside \"pagination\"");
    }
    Block block = Block.read(config, KEY, KEYS);
    JsonPointer progress = block.jsonPointer("progress");
    return new Job(
        inner,
        call,
        new Job.Leads(
            block.has("poll") ? lead(block, "poll", call) : Lead.location(),
            block.has("result") ? lead(block, "result", call) : null),
        new Job.Signs(
            block.has("until") ? test(block, "until") : test(block, null),
            block.has("failed") ? test(block, "failed") : null,
            progress),
        block.integer("intervalMs", LEAST_INTERVAL, MOST_INTERVAL, DEFAULT_INTERVAL),
        block.integer("maxWaitMs", 1, MOST_WAIT, DEFAULT_WAIT));
  }

  private static Lead lead(Block block, String key, ServiceCall call) {
    return Lead.compile(block.get(key), block.pointer(key), call, block.problems());
  }

  /** Without a key: 200, where what is still being worked on is 202. */
  private static AnswerTest test(Block block, String key) {
    JsonNode json = key == null ? Json.object().put("status", 200) : block.get(key);
    String pointer = key == null ? "" : block.pointer(key);
    return AnswerTest.read(Block.read(json, pointer, AnswerTest.KEYS, block.problems()));
  }
}
