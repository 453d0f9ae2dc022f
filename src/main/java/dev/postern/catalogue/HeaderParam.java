package dev.postern.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * An argument that clients of 2026-07-28 repeat in a header {@code Mcp-Param-…}, by {@code
 * x-mcp-header} in the tool's {@code inputSchema}.
 *
 * @param path of property names from the root of the arguments
 * @param type {@code string}, {@code integer} or {@code boolean}
 */
public record HeaderParam(List<String> path, String header, String type) {
  private static final String KEY = "x-mcp-header";
  private static final Set<String> TYPES = Set.of("string", "integer", "boolean");

  public HeaderParam {
    path = List.copyOf(path);
  }

  /** The argument, or a missing node where the call has none. */
  public JsonNode in(JsonNode arguments) {
    JsonNode value = arguments;
    for (String step : path) {
      value = value.path(step);
    }
    return value;
  }

  /** All of a schema; clients drop a whole tool for one bad annotation, so that is a problem. */
  static List<HeaderParam> of(ObjectNode schema, Problems problems) {
    List<HeaderParam> found = new ArrayList<>();
    collect(schema, List.of(), "/inputSchema", found, problems);
    Set<String> names = new TreeSet<>();
    for (HeaderParam param : found) {
      if (!names.add(param.header().toLowerCase(Locale.ROOT))) {
        problems.add("/inputSchema", KEY + " \"" + param.header() + "\" is used twice");
      }
    }
    return List.copyOf(found);
  }

  private static void collect(
      JsonNode schema,
      List<String> path,
      String pointer,
      List<HeaderParam> found,
      Problems problems) {
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      List<String> below = new ArrayList<>(path);
      below.add(property.getKey());
      String at = Problem.at(pointer + "/properties", property.getKey());
      JsonNode header = property.getValue().get(KEY);
      if (header != null) {
        String type = property.getValue().path("type").asText();
        if (!isToken(header)) {
          problems.add(at + "/" + KEY, "must be a header name of letters, digits and dashes");
        } else if (!TYPES.contains(type)) {
          problems.add(at + "/" + KEY, "needs \"type\" string, integer or boolean beside it");
        } else {
          found.add(new HeaderParam(below, header.textValue(), type));
        }
      }
      collect(property.getValue(), below, at, found, problems);
    }
  }

  /** RFC 9110 §5.6.2. */
  private static boolean isToken(JsonNode name) {
    return name.isTextual() && name.textValue().matches("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
  }
}
