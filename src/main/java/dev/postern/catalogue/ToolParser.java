package dev.postern.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Turns a tool's JSON into a tool: the only place that knows its common keys. What a type adds
 * stands in its {@link AnswerType}, what stands around every call in a {@link CallLayer}.
 */
public final class ToolParser implements ConfigParser<Tool> {

  /** What {@code tools/list} shows, passed on as written: the members of the schema's Tool. */
  private static final List<String> PUBLISHED =
      List.of(
          "name",
          "title",
          "description",
          "inputSchema",
          "outputSchema",
          "annotations",
          "icons",
          "_meta");

  private final Map<String, AnswerType> types = new TreeMap<>();

  private final List<CallLayer> layers;
  private final Language language;

  /** For other types than the language has. */
  public ToolParser(Collection<? extends AnswerType> types, List<? extends CallLayer> layers) {
    this(types, layers, Language.ANY);
  }

  /**
   * @param layers from the outermost to the innermost
   * @param language what tools are written in
   */
  public ToolParser(
      Collection<? extends AnswerType> types, List<? extends CallLayer> layers, Language language) {
    this.language = language;
    this.layers = List.copyOf(layers);
    for (AnswerType type : types) {
      this.types.put(type.name(), type);
    }
  }

  @Override
  public Tool parse(String name, JsonNode document) throws BadConfigException {
    Problems problems = new Problems();
    ObjectNode json = CommonKeys.object(document, "A tool");
    Tool tool = parse(name, json, problems);
    language.check(name, json, problems);
    if (!problems.isEmpty()) {
      throw new BadConfigException(problems.list());
    }
    return tool;
  }

  @Override
  public Tool renamed(Tool tool, String name) {
    if (tool.name().equals(name)) {
      return tool;
    }
    return new Tool(
        name,
        tool.definition().deepCopy().put("name", name),
        tool.inputSchema(),
        tool.headerParams(),
        tool.requirements(),
        tool.binding(),
        tool.tests());
  }

  private Tool parse(String name, ObjectNode json, Problems problems) {
    CommonKeys.check(name, json, problems);
    CommonKeys.checkObject(json, "annotations", problems);
    CommonKeys.checkObject(json, "outputSchema", problems);
    InputSchema schema = InputSchema.compile(inputSchema(json), "/inputSchema", problems);
    AnswerType type = type(json, problems);
    checkKeys(json, type, problems);
    Binding binding = null;
    InputSchema written = schema == null ? InputSchema.unchecked(inputSchema(json)) : schema;
    if (type != null && written != null) {
      binding = binding(type, new Config(json, "", written, problems));
    }
    List<HeaderParam> headerParams =
        schema == null ? List.of() : HeaderParam.of(schema.json(), problems);
    Requirements requirements = Requirements.of(json, problems);
    ToolTests tests = ToolTestParser.parse(json, schema, problems);
    return schema == null
        ? null
        : new Tool(
            name,
            published(name, json, schema),
            schema,
            headerParams,
            requirements,
            binding,
            tests);
  }

  private Binding binding(AnswerType type, Config config) {
    Binding binding = type.compile(config);
    for (int i = layers.size() - 1; i >= 0; i--) {
      binding = layers.get(i).around(binding, config);
    }
    return binding;
  }

  /** A tool without arguments needs no schema. */
  private static JsonNode inputSchema(ObjectNode json) {
    return json.has("inputSchema")
        ? json.get("inputSchema")
        : Json.object().put("type", "object").put("additionalProperties", false);
  }

  private AnswerType type(ObjectNode json, Problems problems) {
    String known = "must be one of " + types.keySet();
    JsonNode written = json.get("type");
    if (written == null) {
      problems.add("/type", "is missing; it " + known);
      return null;
    }
    AnswerType type = written.isTextual() ? types.get(written.textValue()) : null;
    if (type == null) {
      problems.add("/type", known + ", not " + written);
    }
    return type;
  }

  /**
   * @param type null where it is unknown; the settings of any may be meant then
   */
  private void checkKeys(ObjectNode json, AnswerType type, Problems problems) {
    Set<String> known = new LinkedHashSet<>(PUBLISHED); // types and layers may share a key
    known.add("type");
    known.addAll(List.of("requires", ToolTestParser.TESTS, ToolTestParser.MUST_PASS));
    layers.forEach(layer -> known.addAll(layer.keys()));
    Set<String> typed = new TreeSet<>();
    types.values().forEach(one -> typed.addAll(one.keys()));
    layers.forEach(layer -> typed.removeAll(layer.keys()));
    known.addAll(type == null ? typed : type.keys());
    for (Iterator<String> keys = json.fieldNames(); keys.hasNext(); ) {
      String key = keys.next();
      if (!known.contains(key)) {
        problems.add(
            Problem.at("", key),
            typed.contains(key)
                ? "does not belong to a tool of type \"" + type.name() + "\""
                : UnknownKey.message(key, known));
      }
    }
  }

  private static ObjectNode published(String name, ObjectNode json, InputSchema schema) {
    ObjectNode definition = Json.object();
    for (String key : PUBLISHED) {
      if (key.equals("inputSchema")) {
        definition.set(key, schema.json());
      } else {
        definition.setAll(CommonKeys.published(name, json, List.of(key)));
      }
    }
    return definition;
  }
}
