package dev.postern.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.postern.message.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The language of one kind of row, as a JSON Schema: the one that editors are given. No row goes
 * live that it refuses. The parsers say what is wrong in better words, and much that no schema can
 * say; what they have nothing to say about is told here. Immutable.
 */
public final class Language {

  /** The identifiers of the schemas begin so; they are names, nothing is fetched from there. */
  private static final String IDS = "https://postern.dev/schema/";

  private static final Map<String, ObjectNode> DOCUMENTS = documents();

  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(texts()));

  public static final Language TOOL = new Language("tool");
  public static final Language PROMPT = new Language("prompt");
  public static final Language RESOURCE = new Language("resource");

  /** Of rows in some other language; refuses nothing. */
  static final Language ANY = new Language(null);

  private final ObjectNode document;
  private final Schema schema;

  private Language(String noun) {
    document = noun == null ? null : DOCUMENTS.get(IDS + noun + ".json");
    schema = document == null ? null : REGISTRY.getSchema(document);
  }

  /** Every schema of the language by its file's name; each can be read without the others. */
  public static Map<String, byte[]> files() {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (Language language : List.of(TOOL, PROMPT, RESOURCE)) {
      String id = language.document.get("$id").textValue();
      files.put(id.substring(IDS.length()), Json.bytes(language.bundle()));
    }
    return files;
  }

  /** With the schemas that it refers to inside it (JSON Schema 2020-12, core, §9.3). */
  private ObjectNode bundle() {
    ObjectNode bundle = document.deepCopy();
    DOCUMENTS.forEach(
        (id, other) -> {
          String file = "\"" + id.substring(IDS.length()) + "#";
          if (Json.text(bundle).contains(file)) { // a reference in one taken in before counts too
            bundle.withObject("/$defs").set(id, other);
          }
        });
    return bundle;
  }

  /**
   * Adds what the schema refuses and the parser had nothing to say about.
   *
   * @param name the row's, which the JSON may leave out
   */
  void check(String name, ObjectNode json, Problems problems) {
    if (schema == null) {
      return;
    }
    ObjectNode named = Json.object().put("name", name);
    named.setAll(json);
    List<Error> errors = schema.validate(named);
    if (errors.isEmpty()) {
      return;
    }
    List<Problem> told = problems.list();
    Map<String, Set<String>> untold = new LinkedHashMap<>();
    for (Error error : errors) {
      Problem problem = problem(error);
      String place = isOfOneForm(error) ? block(problem.pointer()) : problem.pointer();
      if (told.stream().noneMatch(other -> concernsTheSame(other.pointer(), place))) {
        untold.computeIfAbsent(problem.pointer(), at -> new TreeSet<>()).add(problem.message());
      }
    }
    List<String> pointers = new ArrayList<>(untold.keySet());
    for (String pointer : pointers) {
      // Where a value fits none of several forms, the innermost misfit says most.
      if (pointers.stream().noneMatch(other -> other.startsWith(pointer + "/"))) {
        problems.add(pointer, String.join("; or: ", untold.get(pointer)));
      }
    }
  }

  private static boolean concernsTheSame(String told, String found) {
    return (told + "/").startsWith(found + "/") || !told.isEmpty() && found.startsWith(told + "/");
  }

  /** What is wrong in one form of several may be right in another, which the parser knows. */
  private static boolean isOfOneForm(Error error) {
    String way = error.getEvaluationPath().toString();
    return way.contains("/oneOf/") || way.contains("/anyOf/");
  }

  /** The key of the row that the place is below. */
  private static String block(String pointer) {
    int end = pointer.indexOf('/', 1);
    return end < 0 ? pointer : pointer.substring(0, end);
  }

  private static Problem problem(Error error) {
    String pointer = error.getInstanceLocation().toString();
    return switch (error.getKeyword()) {
      case "additionalProperties" ->
          new Problem(
              Problem.at(pointer, error.getProperty()),
              UnknownKey.message(error.getProperty(), known(error)));
      case "required" -> new Problem(Problem.at(pointer, error.getProperty()), "is missing");
      default -> new Problem(pointer, error.getMessage());
    };
  }

  /** The keys that stand beside the one word that forbids all others. */
  private static List<String> known(Error error) {
    String place = error.getSchemaLocation().toString();
    JsonNode file = DOCUMENTS.get(place.substring(0, place.indexOf('#')));
    String keyword = place.substring(place.indexOf('#') + 1);
    List<String> known = new ArrayList<>();
    file.at(keyword.substring(0, keyword.lastIndexOf('/')) + "/properties")
        .fieldNames()
        .forEachRemaining(known::add);
    return known;
  }

  /** By their identifiers; each comes before those that it refers to. */
  private static Map<String, ObjectNode> documents() {
    Map<String, ObjectNode> documents = new LinkedHashMap<>();
    for (String noun : List.of("resource", "prompt", "tool")) {
      ObjectNode document = read("/schema/" + noun + ".json");
      documents.put(document.get("$id").textValue(), document);
    }
    return documents;
  }

  private static Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    DOCUMENTS.forEach((id, document) -> texts.put(id, Json.text(document)));
    return texts;
  }

  private static ObjectNode read(String file) {
    try (InputStream in = Language.class.getResourceAsStream(file)) {
      return (ObjectNode) Json.parse(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException("The schema " + file + " of this build cannot be read", e);
    }
  }
}
