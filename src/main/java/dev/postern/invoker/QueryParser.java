package dev.postern.invoker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Problem;
import dev.postern.catalogue.UnknownKey;
import dev.postern.invoker.Placeholders.Place;
import dev.postern.template.QueryParameter;
import dev.postern.template.QueryStyle;
import dev.postern.template.TextTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Compiles names with values: a query, or the fields of a form. Used for one tool. */
final class QueryParser {
  private static final List<String> STYLES =
      List.of("form", "spaceDelimited", "pipeDelimited", "deepObject");

  /** By Feign's names. */
  private static final Map<String, QueryStyle> COLLECTION_FORMATS =
      Map.of(
          "EXPLODED", QueryStyle.REPEATED,
          "CSV", QueryStyle.COMMAS,
          "SSV", QueryStyle.SPACES,
          "TSV", QueryStyle.TABS,
          "PIPES", QueryStyle.PIPES);

  private final Block block;
  private final Placeholders placeholders;
  private final QueryStyle usual;

  QueryParser(Block block, Placeholders placeholders) {
    this.block = block;
    this.placeholders = placeholders;
    this.usual = collectionFormat();
  }

  /** What stands under a key: an object with a value, or several, for each name. */
  List<QueryParameter> parameters(String key, Place place) {
    List<QueryParameter> parameters = new ArrayList<>();
    for (var property : block.object(key).properties()) {
      String name = property.getKey();
      JsonNode value = property.getValue();
      String pointer = Problem.at(block.pointer(key), name);
      if (name.contains("{{") || name.isEmpty() || Placeholders.hasHalfSurrogate(name)) {
        block.problems().add(pointer, "must have a name, and no placeholder in it");
      } else if (value.isArray()) {
        for (int i = 0; i < value.size(); i++) {
          add(parameters, name, placeholders.value(value.get(i), pointer + "/" + i, place));
        }
      } else if (value.isObject()) {
        styled(parameters, name, Block.read(value, pointer, keys(), block.problems()), place);
      } else {
        add(parameters, name, placeholders.value(value, pointer, place));
      }
    }
    return parameters;
  }

  /** A parameter that stands in a URL, with its placeholders checked and its secrets filled. */
  QueryParameter resolved(QueryParameter parameter, String pointer) {
    if (parameter.value() == null) {
      return parameter;
    }
    placeholders.check(parameter.value().expressions(), pointer, Place.QUERY);
    return parameter
        .withValue(parameter.value().map(placeholders::withDefault))
        .withStyle(usual)
        .fill(placeholders::secret);
  }

  private static List<String> keys() {
    return List.of("value", "style", "explode");
  }

  private void add(List<QueryParameter> parameters, String name, TextTemplate value) {
    if (value != null) {
      parameters.add(QueryParameter.named(name, value, usual));
    }
  }

  private void styled(List<QueryParameter> parameters, String name, Block entry, Place place) {
    JsonNode written = entry.get("value");
    if (written.isMissingNode()) {
      entry.problem("value", "is missing");
      return;
    }
    QueryStyle style = style(entry);
    TextTemplate value = placeholders.value(written, entry.pointer("value"), place);
    if (value == null || style == null) {
      return;
    }
    if (value.only() == null) {
      entry.problem("value", "must be exactly one placeholder: \"style\" says what becomes of it");
      return;
    }
    parameters.add(QueryParameter.named(name, value, style));
  }

  /** Null where a problem was added. */
  private QueryStyle style(Block entry) {
    String name = entry.has("style") ? entry.text("style") : "form";
    if (name == null || !STYLES.contains(name)) {
      if (name != null) {
        entry.problem("style", UnknownKey.hint(name, STYLES));
      }
      return null;
    }
    boolean usually = name.equals("form") || name.equals("deepObject");
    JsonNode written = entry.get("explode");
    if (!written.isMissingNode() && !written.isBoolean()) {
      entry.problem("explode", "must be true or false");
      return null;
    }
    boolean explode = written.asBoolean(usually);
    if (explode != usually && !name.equals("form")) {
      entry.problem("explode", "must be " + usually + " with \"" + name + "\"");
      return null;
    }
    return switch (name) {
      case "spaceDelimited" -> QueryStyle.SPACES;
      case "pipeDelimited" -> QueryStyle.PIPES;
      case "deepObject" -> QueryStyle.DEEP;
      default -> explode ? QueryStyle.FORM : QueryStyle.COMMAS;
    };
  }

  private QueryStyle collectionFormat() {
    String name = block.text("collectionFormat");
    QueryStyle style = name == null ? QueryStyle.REPEATED : COLLECTION_FORMATS.get(name);
    if (style == null) {
      List<String> known = COLLECTION_FORMATS.keySet().stream().sorted().toList();
      block.problem("collectionFormat", "must be one of " + known);
      return QueryStyle.REPEATED;
    }
    return style;
  }
}
