package dev.postern.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Reads the key {@code completions}: for each argument a list of values, or who knows them. */
final class CompletionParser {
  private final Map<String, CompletionType> types = new LinkedHashMap<>();

  CompletionParser(Collection<? extends CompletionType> types) {
    for (CompletionType type : types) {
      this.types.put(type.name(), type);
    }
  }

  /**
   * @param names of the arguments that there are
   */
  Map<String, Completion> parse(
      ObjectNode document, Collection<String> names, InputSchema arguments, Problems problems) {
    Map<String, Completion> completions = new LinkedHashMap<>();
    CommonKeys.checkObject(document, "completions", problems);
    for (Map.Entry<String, JsonNode> entry : document.path("completions").properties()) {
      String name = entry.getKey();
      String pointer = Problem.at("/completions", name);
      if (!names.contains(name)) {
        problems.add(pointer, "is not the name of an argument; there are " + names);
        continue;
      }
      Completion completion =
          entry.getValue().isArray()
              ? fixed(entry.getValue(), pointer, problems)
              : byType(name, entry.getValue(), pointer, arguments, problems);
      if (completion != null) {
        completions.put(name, completion);
      }
    }
    return completions;
  }

  private static Completion fixed(JsonNode list, String pointer, Problems problems) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      if (list.get(i).isTextual()) {
        values.add(list.get(i).textValue());
      } else {
        problems.add(pointer + "/" + i, "must be a string");
      }
    }
    List<String> all = List.copyOf(values);
    return (begun, known) -> fitting(all, begun);
  }

  private Completion byType(
      String name, JsonNode choice, String pointer, InputSchema arguments, Problems problems) {
    List<String> present = new ArrayList<>(types.keySet());
    present.removeIf(key -> !choice.has(key));
    if (!(choice instanceof ObjectNode json) || json.isEmpty() || present.size() > 1) {
      problems.add(
          pointer, "must be an array of strings, or an object with one of " + types.keySet());
      return null;
    }
    if (present.isEmpty()) {
      int before = problems.count();
      CommonKeys.checkKnown(json, pointer, keys(), problems);
      if (problems.count() == before) {
        problems.add(pointer, "must have one of " + types.keySet());
      }
      return null;
    }
    CompletionType type = types.get(present.get(0));
    CommonKeys.checkKnown(json, pointer, type.keys(), problems);
    return arguments == null
        ? null
        : type.compile(name, new Config(json, pointer, arguments, problems));
  }

  /** Every key that any of them reads. */
  private Collection<String> keys() {
    Set<String> keys = new LinkedHashSet<>();
    types.values().forEach(type -> keys.addAll(type.keys()));
    return keys;
  }

  /** Those that begin like this, in their order; case makes no difference. */
  private static List<String> fitting(List<String> values, String begun) {
    String wanted = begun.toLowerCase(Locale.ROOT);
    return values.stream()
        .filter(value -> value.toLowerCase(Locale.ROOT).startsWith(wanted))
        .toList();
  }
}
