package dev.postern.catalogue;

import java.util.List;

/** One way to come by suggestions, for instance {@code http}. */
public interface CompletionType {

  /** As written in the JSON. */
  String name();

  /** Every key that it reads, its name among them. */
  default List<String> keys() {
    return List.of(name());
  }

  /**
   * Compiles the settings; where a problem was added the returned value is ignored.
   *
   * @param argument the one whose values are suggested; what was typed of it is always given
   * @param config the object that stands for the argument
   */
  Completion compile(String argument, Config config);
}
