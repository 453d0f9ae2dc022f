package dev.postern.invoker.fixed;

import dev.postern.catalogue.AnswerType;
import dev.postern.catalogue.Binding;
import dev.postern.catalogue.Config;
import dev.postern.catalogue.Problems;
import dev.postern.invoker.Block;
import dev.postern.invoker.CallScope;
import dev.postern.invoker.Placeholders;
import dev.postern.invoker.Placeholders.Place;
import dev.postern.invoker.ResultShape;
import dev.postern.template.JsonTemplate;
import dev.postern.template.TextTemplate;
import java.util.List;
import java.util.Optional;

/**
 * {@code "type": "static"}: {@code text}, {@code json} or both, or {@code content}, or a whole
 * {@code result}; with {@code input} the client is asked first.
 */
public final class StaticToolType implements AnswerType {
  /** Every key of the block. */
  public static final List<String> KEYS =
      List.of("text", "json", "content", "isError", "result", "input");

  @Override
  public String name() {
    return "static";
  }

  @Override
  public Binding compile(Config config) {
    Problems problems = config.problems();
    int before = problems.count();
    Block block = Block.read(config, name(), KEYS);
    Placeholders placeholders =
        new Placeholders(config.arguments(), key -> Optional.empty(), problems);
    if (config.get(name()).isObject()) {
      checkTogether(block, problems);
    }
    StaticResult result =
        new StaticResult(
            text(block, placeholders),
            tree(block, "json", placeholders),
            content(block, placeholders, problems),
            block.get("isError").booleanValue(),
            whole(block, placeholders, problems));
    Questions questions =
        block.has("input") ? Questions.compile(block.get("input"), placeholders, problems) : null;
    if (problems.count() > before) {
      return null;
    }
    return questions == null
        ? call -> result.render(new CallScope(call))
        : new AskingBinding(questions, result);
  }

  private static void checkTogether(Block block, Problems problems) {
    if (block.has("result")) {
      for (String key : List.of("text", "json", "content", "isError")) {
        if (block.has(key)) {
          block.problem(key, "must not stand beside \"result\", which is everything");
        }
      }
    } else if (block.has("content")) {
      if (block.has("text")) {
        block.problem("text", "must not stand beside \"content\"; write it as a block there");
      }
    } else if (!block.has("text") && !block.has("json")) {
      problems.add(
          "/static", "must have \"text\", \"json\" or both, or \"content\", or \"result\"");
    }
    if (block.has("isError") && !block.get("isError").isBoolean()) {
      block.problem("isError", "must be true or false");
    }
  }

  private static TextTemplate text(Block block, Placeholders placeholders) {
    if (block.get("text").isTextual()) {
      return placeholders.text(block.get("text").textValue(), "/static/text", Place.RESULT);
    }
    if (block.has("text")) {
      block.problem("text", "must be a string");
    }
    return null;
  }

  private static JsonTemplate tree(Block block, String key, Placeholders placeholders) {
    return block.has(key)
        ? placeholders.json(block.get(key), block.pointer(key), Place.RESULT)
        : null;
  }

  private static JsonTemplate content(Block block, Placeholders placeholders, Problems problems) {
    if (block.has("content")) {
      new ResultShape(problems, true).content(block.get("content"), "/static/content");
    }
    return tree(block, "content", placeholders);
  }

  private static JsonTemplate whole(Block block, Placeholders placeholders, Problems problems) {
    if (block.has("result")) {
      new ResultShape(problems, true).callToolResult(block.get("result"), "/static/result");
    }
    return tree(block, "result", placeholders);
  }
}
