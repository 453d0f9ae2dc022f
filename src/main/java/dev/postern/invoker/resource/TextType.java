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
import dev.postern.template.TextTemplate;
import java.util.Optional;

/** {@code "text"}: the text itself, with placeholders. */
public final class TextType implements AnswerType {

  @Override
  public String name() {
    return "text";
  }

  @Override
  public Binding compile(Config config) {
    JsonNode text = config.get(name());
    Problems problems = config.problems();
    InputSchema arguments = config.arguments();
    if (!text.isTextual()) {
      problems.add("/text", "must be a string");
      return null;
    }
    TextTemplate template =
        new Placeholders(arguments, key -> Optional.empty(), problems)
            .text(text.textValue(), "/text", Place.RESULT);
    return call -> Contents.text(template.renderAll(new CallScope(call)), "text/plain");
  }
}
