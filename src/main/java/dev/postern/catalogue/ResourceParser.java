package dev.postern.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.message.mcp.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Turns a resource's JSON into a resource, or a template for many. */
public final class ResourceParser implements ConfigParser<Resource> {

  /** The argument that every read has beside the holes of its template. */
  private static final String URI = "uri";

  /** A service is asked at most once a second, and what changes less than daily needs no poll. */
  private static final int LEAST_POLL = 1_000;

  private static final int MOST_POLL = 24 * 60 * 60 * 1_000;

  /** What lists show: the members of the schema's Resource and ResourceTemplate. */
  private static final List<String> PUBLISHED =
      List.of(
          URI,
          "uriTemplate",
          "name",
          "title",
          "description",
          "mimeType",
          "size",
          "annotations",
          "icons",
          "_meta");

  private final AnswerTypes types;
  private final CompletionParser completions;
  private final Language language;

  /** For other types than the language has, with nothing around a call. */
  public ResourceParser(
      Collection<? extends AnswerType> types, Collection<? extends CompletionType> completions) {
    this(types, completions, List.of(), Language.ANY);
  }

  /**
   * @param layers of calls, from the outermost to the innermost
   * @param language what resources are written in
   */
  public ResourceParser(
      Collection<? extends AnswerType> types,
      Collection<? extends CompletionType> completions,
      List<? extends CallLayer> layers,
      Language language) {
    this.language = language;
    this.types = new AnswerTypes(types, layers);
    this.completions = new CompletionParser(completions);
  }

  @Override
  public Resource parse(String name, JsonNode document) throws BadConfigException {
    ObjectNode json = CommonKeys.object(document, "A resource");
    Problems problems = new Problems();
    CommonKeys.check(name, json, problems);
    CommonKeys.checkText(json, "mimeType", problems);
    CommonKeys.checkObject(json, "annotations", problems);
    UriPattern pattern = UriPatterns.read(json, problems);
    checkSize(json, problems);
    InputSchema schema = schema(pattern, problems);
    Binding binding = types.compile(json, schema, problems);
    Collection<String> holes = pattern == null ? List.of() : pattern.holes();
    Map<String, Completion> suggested = completions.parse(json, holes, schema, problems);
    Requirements requirements = Requirements.of(json, problems);
    Duration poll = poll(json, problems);
    CommonKeys.checkKnown(json, "", known(), problems);
    language.check(name, json, problems);
    if (!problems.isEmpty()) {
      throw new BadConfigException(problems.list());
    }
    return new Resource(
        name,
        CommonKeys.published(name, json, PUBLISHED),
        pattern,
        requirements,
        placed(binding, json.get("mimeType")),
        suggested,
        poll);
  }

  @Override
  public Resource renamed(Resource resource, String name) {
    return resource.name().equals(name)
        ? resource
        : new Resource(
            name,
            resource.definition().deepCopy().put("name", name),
            resource.pattern(),
            resource.requirements(),
            resource.binding(),
            resource.completions(),
            resource.poll());
  }

  @Override
  public String claim(Resource resource) {
    return resource.pattern().text();
  }

  private List<String> known() {
    List<String> known = new ArrayList<>(PUBLISHED);
    known.addAll(types.keys());
    known.addAll(List.of("completions", "requires", "poll"));
    return known;
  }

  private static void checkSize(ObjectNode json, Problems problems) {
    JsonNode size = json.get("size");
    if (size == null) {
      return;
    }
    if (!size.isIntegralNumber() || size.asLong() < 0) {
      problems.add("/size", "must be a number of bytes");
    } else if (json.has("uriTemplate")) {
      problems.add("/size", "has no meaning for a template");
    }
  }

  private static Duration poll(ObjectNode json, Problems problems) {
    JsonNode poll = json.get("poll");
    if (poll == null) {
      return null;
    }
    if (!(poll instanceof ObjectNode settings)) {
      problems.add("/poll", "must be an object with \"everyMs\"");
      return null;
    }
    CommonKeys.checkKnown(settings, "/poll", List.of("everyMs"), problems);
    if (json.has("uriTemplate")) {
      problems.add("/poll", "has no meaning for a template: nobody knows which URIs to ask for");
    }
    JsonNode every = settings.path("everyMs");
    if (!every.isInt() || every.intValue() < LEAST_POLL || every.intValue() > MOST_POLL) {
      problems.add(
          "/poll/everyMs", "must be a whole number from " + LEAST_POLL + " to " + MOST_POLL);
      return null;
    }
    return Duration.ofMillis(every.intValue());
  }

  private static InputSchema schema(UriPattern pattern, Problems problems) {
    if (pattern == null) {
      return null;
    }
    ObjectNode schema = Json.object().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    properties.putObject(URI).put("type", "string");
    pattern.holes().forEach(hole -> properties.putObject(hole).put("type", "string"));
    ArrayNode required = schema.putArray("required");
    required.add(URI);
    new TreeSet<>(pattern.requiredHoles()).forEach(required::add);
    return InputSchema.compile(schema, "/uriTemplate", problems);
  }

  /** Says which resource contents are of that say nothing themselves. */
  private static Binding placed(Binding binding, JsonNode mimeType) {
    return call -> {
      Outcome outcome = binding.call(call);
      if (!(outcome instanceof Outcome.PlainResult)) {
        return outcome;
      }
      ObjectNode json = Json.object();
      json.setAll(outcome.json());
      ArrayNode contents = json.putArray("contents");
      for (JsonNode content : outcome.json().path("contents")) {
        contents.add(content.has(URI) ? content : placed(content, call.arguments(), mimeType));
      }
      return new Outcome.PlainResult(json);
    };
  }

  private static ObjectNode placed(JsonNode content, ObjectNode arguments, JsonNode mimeType) {
    ObjectNode placed = Json.object();
    placed.set(URI, arguments.get(URI));
    placed.setAll((ObjectNode) content);
    if (mimeType != null) {
      placed.set("mimeType", mimeType);
    }
    return placed;
  }
}
