package dev.postern.invoker.limit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Binding;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.CallLayer;
import dev.postern.catalogue.CompiledSchema;
import dev.postern.catalogue.Config;
import dev.postern.catalogue.Problems;
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
    CompiledSchema promised = promised(config);
    return new Binding() {
      @Override
      public Outcome call(Call call) throws InterruptedException {
        Outcome outcome = inner.call(call);
        return outcome instanceof CallToolResult result && isLong(result, most)
            ? limited(result, most, promised, call)
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

  /** Null where nothing is promised. What is wrong with the schema is said elsewhere. */
  private static CompiledSchema promised(Config config) {
    return config.get("outputSchema") instanceof ObjectNode schema
        ? CompiledSchema.compile(schema, config.at("outputSchema"), new Problems())
        : null;
  }

  /** The gateway's own failures are short, and whole or of no use. */
  private static boolean isLong(CallToolResult result, int most) {
    if (result.isError() && !result.facts().isMissingNode()) {
      return false;
    }
    int bytes = 0;
    for (JsonNode block : result.json().path("content")) {
      bytes += size(block);
    }
    JsonNode data = result.json().get("structuredContent");
    return bytes > most || data != null && Cut.size(data) > most;
  }

  private CallToolResult limited(
      CallToolResult given, int most, CompiledSchema promised, Call call) {
    ObjectNode json = given.json().deepCopy();
    ArrayNode content = json.withArray("content");
    Cut cut = new Cut();
    JsonNode data = json.get("structuredContent");
    JsonNode said = container(content.path(0).path("text").asText());
    if (said != null && (data == null || said.equals(data))) {
      JsonNode kept = said(said, content, most, cut);
      if (data != null && isPromised(kept, data, promised)) {
        json.set("structuredContent", kept);
      }
    } else {
      texts(content, 0, level(content, most), cut);
      if (data != null) {
        data(json, most, promised, cut);
      }
    }
    CallToolResult result = new CallToolResult(json);
    notes.add(result, cut.left(), most, call);
    return result;
  }

  /** Cuts data that stand in the first block as a text too. */
  private static JsonNode said(JsonNode said, ArrayNode content, int most, Cut cut) {
    int level = level(content, most); // before anything is shorter
    boolean isShort = size(content.get(0)) <= level; // then others are too long
    JsonNode kept = cut.value(said, isShort ? most : level, "");
    if (kept != said || !isShort) { // without its spaces it may be short enough
      ((ObjectNode) content.get(0)).put("text", Json.text(kept));
    }
    texts(content, 1, level, cut);
    return kept;
  }

  /** Cuts data that no text says as they are. */
  private static void data(ObjectNode json, int most, CompiledSchema promised, Cut cut) {
    JsonNode data = json.get("structuredContent");
    Cut ofData = new Cut();
    JsonNode kept = ofData.value(data, most, "");
    if (isPromised(kept, data, promised)) {
      json.set("structuredContent", kept);
      cut.left().addAll(ofData.left());
    }
  }

  /**
   * Whether a part of the data keeps what {@code outputSchema} promises, as far as the whole does.
   * Clients refuse a result that does not; for them the data stay whole.
   */
  private static boolean isPromised(JsonNode part, JsonNode whole, CompiledSchema promised) {
    return part == whole
        || promised == null
        || promised.validate(part).isEmpty()
        || !promised.validate(whole).isEmpty();
  }

  private static int size(JsonNode block) {
    return block.path("text").asText().getBytes(StandardCharsets.UTF_8).length;
  }

  /** The object or array that a text is; null where it is none. */
  private static JsonNode container(String text) {
    String start = text.stripLeading();
    try {
      return start.startsWith("{") || start.startsWith("[") ? Json.parse(text) : null;
    } catch (JsonProcessingException e) {
      return null;
    }
  }

  /** Short texts, such as notes, stay whole while long ones are cut. */
  private static int level(ArrayNode content, int most) {
    List<Integer> sizes = new ArrayList<>();
    content.forEach(block -> sizes.add(size(block)));
    return Cut.level(sizes, most);
  }

  private static void texts(ArrayNode content, int from, int level, Cut cut) {
    for (int i = from; i < content.size(); i++) {
      String text = content.get(i).path("text").asText();
      if (size(content.get(i)) > level) {
        ((ObjectNode) content.get(i)).put("text", cut.plain(text, level));
      }
    }
  }
}
