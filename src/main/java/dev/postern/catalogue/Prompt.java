package dev.postern.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;

/**
 * A prompt that clients can get.
 *
 * @param definition what {@code prompts/list} shows of it, in the newest revision's vocabulary
 * @param required names of arguments that must be given
 * @param requirements what a client must be able to do to get it
 * @param binding yields a {@code GetPromptResult}
 * @param completions by the name of the argument
 */
public record Prompt(
    String name,
    ObjectNode definition,
    Set<String> required,
    Requirements requirements,
    Binding binding,
    Map<String, Completion> completions) {
  public Prompt {
    required = Set.copyOf(required);
    completions = Map.copyOf(completions);
  }
}
