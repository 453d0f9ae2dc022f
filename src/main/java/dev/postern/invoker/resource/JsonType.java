package dev.postern.invoker.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.AnswerType;
import dev.postern.catalogue.Binding;
import dev.postern.catalogue.Config;
import dev.postern.catalogue.InputSchema;
import dev.postern.catalogue.Problems;
import dev.postern.invoker.CallScope;
import dev.postern.invoker.Placeholders;
import dev.postern.invoker.Placeholders.Place;
import dev.postern.message.Json;
import dev.postern.template.JsonTemplate;
import java.util.Optional;

/** {@code "json"}: a tree with placeholders in its strings, sent as text. */
public final class JsonType implements AnswerType {

  @Override
  public String name() {
    return "json";
  }

  @Override
  public Binding compile(Config config) {
    JsonNode json = config.get(name());
    Problems problems = config.problems();
    InputSchema arguments = config.arguments();
    JsonTemplate template =
        new Placeholders(arguments, key -> Optional.empty(), problems)
            .json(json, "/json", Place.RESULT);
    return call -> {
      JsonNode tree = template.render(new CallScope(call));
      return Contents.text(tree == null ? "null" : Json.text(tree), "application/json");
    };
  }
}
