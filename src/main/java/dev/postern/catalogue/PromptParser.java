package dev.postern.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.message.mcp.Outcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Turns a prompt's JSON into a prompt. */
public final class PromptParser implements ConfigParser<Prompt> {

  /** What {@code prompts/list} shows: the members of the schema's Prompt. */
  private static final List<String> PUBLISHED =
      List.of("name", "title", "description", "arguments", "icons", "_meta");

  /** The members of the schema's PromptArgument. */
  private static final List<String> OF_ARGUMENT =
      List.of("name", "title", "description", "required");

  private final AnswerTypes types;
  private final CompletionParser completions;
  private final Language language;

  /** For other types than the language has, with nothing around a call. */
  public PromptParser(
      Collection<? extends AnswerType> types, Collection<? extends CompletionType> completions) {
    this(types, completions, List.of(), Language.ANY);
  }

  /**
   * @param layers of calls, from the outermost to the innermost
   * @param language what prompts are written in
   */
  public PromptParser(
      Collection<? extends AnswerType> types,
      Collection<? extends CompletionType> completions,
      List<? extends CallLayer> layers,
      Language language) {
    this.language = language;
    this.types = new AnswerTypes(types, layers);
    this.completions = new CompletionParser(completions);
  }

  @Override
  public Prompt parse(String name, JsonNode document) throws BadConfigException {
    ObjectNode json = CommonKeys.object(document, "A prompt");
    Problems problems = new Problems();
    CommonKeys.check(name, json, problems);
    Map<String, Boolean> arguments = arguments(json, problems);
    InputSchema schema = schema(arguments, problems);
    Binding binding = types.compile(json, schema, problems);
    Map<String, Completion> suggested =
        completions.parse(json, arguments.keySet(), schema, problems);
    Requirements requirements = Requirements.of(json, problems);
    CommonKeys.checkKnown(json, "", known(), problems);
    language.check(name, json, problems);
    if (!problems.isEmpty()) {
      throw new BadConfigException(problems.list());
    }
    Set<String> required = new TreeSet<>(arguments.keySet());
    required.removeIf(argument -> !arguments.get(argument));
    return new Prompt(
        name,
        CommonKeys.published(name, json, PUBLISHED),
        required,
        requirements,
        described(binding, json.get("description")),
        suggested);
  }

  @Override
  public Prompt renamed(Prompt prompt, String name) {
    return prompt.name().equals(name)
        ? prompt
        : new Prompt(
            name,
            prompt.definition().deepCopy().put("name", name),
            prompt.required(),
            prompt.requirements(),
            prompt.binding(),
            prompt.completions());
  }

  private List<String> known() {
    List<String> known = new ArrayList<>(PUBLISHED);
    known.addAll(types.keys());
    known.addAll(List.of("completions", "requires"));
    return known;
  }

  /** Every argument with whether it must be given, in the order of the JSON. */
  private static Map<String, Boolean> arguments(ObjectNode json, Problems problems) {
    Map<String, Boolean> arguments = new LinkedHashMap<>();
    JsonNode list = json.path("arguments");
    if (!list.isMissingNode() && !list.isArray()) {
      problems.add("/arguments", "must be an array");
    }
    for (int i = 0; i < list.size(); i++) {
      String pointer = "/arguments/" + i;
      if (!(list.get(i) instanceof ObjectNode argument)) {
        problems.add(pointer, "must be an object with a \"name\"");
        continue;
      }
      CommonKeys.checkKnown(argument, pointer, OF_ARGUMENT, problems);
      JsonNode name = argument.path("name");
      if (!name.isTextual() || !name.textValue().matches("[\\p{L}\\p{N}_-]+")) {
        problems.add(pointer + "/name", "must be a name of letters, digits, \"_\" and \"-\"");
      } else if (arguments.containsKey(name.textValue())) {
        problems.add(pointer + "/name", "is the name of an earlier argument");
      } else {
        arguments.put(name.textValue(), argument.path("required").booleanValue());
      }
      checkMembers(argument, pointer, problems);
    }
    return arguments;
  }

  private static void checkMembers(ObjectNode argument, String pointer, Problems problems) {
    for (String key : List.of("title", "description")) {
      if (argument.has(key) && !argument.get(key).isTextual()) {
        problems.add(pointer + "/" + key, "must be a string");
      }
    }
    if (argument.has("required") && !argument.get("required").isBoolean()) {
      problems.add(pointer + "/required", "must be true or false");
    }
  }

  /** All arguments of prompts are strings (server/prompts). */
  private static InputSchema schema(Map<String, Boolean> arguments, Problems problems) {
    ObjectNode schema = Json.object().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    ArrayNode required = schema.putArray("required");
    arguments.forEach(
        (name, needed) -> {
          properties.putObject(name).put("type", "string");
          if (needed) {
            required.add(name);
          }
        });
    return InputSchema.compile(schema, "/arguments", problems);
  }

  /** The result repeats the description where the answer brings none. */
  private static Binding described(Binding binding, JsonNode description) {
    return description == null
        ? binding
        : call -> {
          Outcome outcome = binding.call(call);
          if (!(outcome instanceof Outcome.PlainResult) || outcome.json().has("description")) {
            return outcome;
          }
          ObjectNode json = Json.object();
          json.set("description", description);
          json.setAll(outcome.json());
          return new Outcome.PlainResult(json);
        };
  }
}
