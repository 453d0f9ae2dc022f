package dev.postern.invoker.limit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Binding;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.CallLayer;
import dev.postern.catalogue.Config;
import dev.postern.invoker.Block;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.message.mcp.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code "limits": {"resultBytes": …}}: the most that the model is given of one result, in its
 * texts and in its {@code structuredContent}. Pictures and other bytes are not cut.
 */
public final class ResultLimit implements CallLayer {
  static final String RESULT_BYTES = "resultBytes";

  /** Less would not hold the notes on it. */
  private static final int LEAST_BYTES = 200;

  private static final int MOST_BYTES = 10 * 1024 * 1024;

  private final RestNote notes;

  public ResultLimit(RestMemory memory) {
    this.notes = new RestNote(memory);
  }

  @Override
  public List<String> keys() {
    return List.of(AnswerLimit.KEY);
  }

  @Override
  public Binding around(Binding inner, Config config) {
    if (!config.get(AnswerLimit.KEY).has(RESULT_BYTES)) {
      checkWithoutService(config);
      return inner;
    }
    checkWithoutService(config);
    Block block =
        Block.read(
            Json.object().set(RESULT_BYTES, config.get(AnswerLimit.KEY).get(RESULT_BYTES)),
            config.at(AnswerLimit.KEY),
            List.of(RESULT_BYTES),
            config.problems());
    int most = block.integer(RESULT_BYTES, LEAST_BYTES, MOST_BYTES, MOST_BYTES);
    return new Binding() {
      @Override
      public Outcome call(Call call) throws InterruptedException {
        Outcome outcome = inner.call(call);
        return outcome instanceof CallToolResult result && !result.isError()
            ? limited(result, most, call)
            : outcome;
      }

      @Override
      public boolean leavesRest() {
        return true;
      }

      @Override
      public boolean letsClientGo() {
        return inner.letsClientGo();
      }
    };
  }

  /** Where there is a service, {@link AnswerLimit} reads the whole block. */
  private static void checkWithoutService(Config config) {
    if (config.json().has("static") && config.json().has(AnswerLimit.KEY)) {
      Block.read(config, AnswerLimit.KEY, List.of(RESULT_BYTES));
    }
  }

  private CallToolResult limited(CallToolResult given, int most, Call call) {
    if (fits(given.json(), most)) {
      return given;
    }
    ObjectNode json = given.json().deepCopy();
    Cut cut = new Cut();
    JsonNode data = json.get("structuredContent");
    boolean isData = onlyData(json.path("content"));
    if (isData) {
      JsonNode kept = cut.value(data(json), most, "");
      ((ObjectNode) json.path("content").get(0)).put("text", Json.text(kept));
      if (data != null) {
        json.set("structuredContent", kept);
      }
    } else {
      texts(json.path("content"), most, cut);
      if (data != null) {
        json.set("structuredContent", cut.value(data, most, ""));
      }
    }
    CallToolResult result = new CallToolResult(json);
    notes.add(result, cut.left(), most, call);
    return result;
  }

  private static boolean fits(ObjectNode json, int most) {
    int bytes = 0;
    for (JsonNode block : json.path("content")) {
      bytes += size(block);
    }
    JsonNode data = json.get("structuredContent");
    return bytes <= most && (data == null || Cut.size(data) <= most);
  }

  private static int size(JsonNode block) {
    return block.path("text").asText().getBytes(StandardCharsets.UTF_8).length;
  }

  /** Whether the first block is JSON that stands for the result. */
  private static boolean onlyData(JsonNode content) {
    String text = content.path(0).path("text").asText();
    return (text.stripLeading().startsWith("{") || text.stripLeading().startsWith("["))
        && parsed(text) != null;
  }

  /** The text counts: it is what the model reads. */
  private static JsonNode data(ObjectNode json) {
    return parsed(json.path("content").get(0).path("text").asText());
  }

  private static JsonNode parsed(String text) {
    try {
      return Json.parse(text);
    } catch (JsonProcessingException e) {
      return null;
    }
  }

  /** Short texts, such as notes, stay whole while long ones are cut. */
  private static void texts(JsonNode content, int most, Cut cut) {
    List<Integer> sizes = new ArrayList<>();
    content.forEach(block -> sizes.add(size(block)));
    int level = Cut.level(sizes, most);
    for (JsonNode block : (ArrayNode) content) {
      if (size(block) > level) {
        ((ObjectNode) block).put("text", cut.plain(block.path("text").asText(), level));
      }
    }
  }
}
