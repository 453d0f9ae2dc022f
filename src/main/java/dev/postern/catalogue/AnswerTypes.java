package dev.postern.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The ways to answer that one kind of row has, of which each row uses exactly one. */
final class AnswerTypes {
  private final Map<String, AnswerType> types = new LinkedHashMap<>();

  private final List<CallLayer> layers;

  /**
   * @param layers from the outermost to the innermost
   */
  AnswerTypes(Collection<? extends AnswerType> types, List<? extends CallLayer> layers) {
    this.layers = List.copyOf(layers);
    for (AnswerType type : types) {
      this.types.put(type.name(), type);
    }
  }

  /** Every key that any of them reads. */
  Collection<String> keys() {
    Set<String> keys = new LinkedHashSet<>();
    types.values().forEach(type -> keys.addAll(type.keys()));
    return keys;
  }

  /**
   * @return ignored where a problem was added
   */
  Binding compile(ObjectNode json, InputSchema arguments, Problems problems) {
    List<String> present = new ArrayList<>(types.keySet());
    present.removeIf(name -> !json.has(name));
    if (present.isEmpty()) {
      problems.add("", "must have one of " + types.keySet());
      return null;
    }
    for (String name : present.subList(1, present.size())) {
      problems.add("/" + name, "must not stand beside \"" + present.get(0) + "\"");
    }
    return arguments == null
        ? null
        : compile(types.get(present.get(0)), new Config(json, "", arguments, problems));
  }

  private Binding compile(AnswerType type, Config config) {
    Binding binding = type.compile(config);
    for (int i = layers.size() - 1; i >= 0; i--) {
      binding = layers.get(i).around(binding, config);
    }
    return binding;
  }
}
