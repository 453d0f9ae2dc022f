package dev.postern.catalogue;

import java.util.List;

/**
 * One way in which a tool, a prompt or a resource comes by its answer, for instance {@code http},
 * {@code messages} or {@code text}. Its settings stand under the key of its name.
 */
public interface AnswerType {

  /** As written in the JSON. */
  String name();

  /** Every key that it reads, its name among them. */
  default List<String> keys() {
    return List.of(name());
  }

  /**
   * Compiles the settings. Where any problem was added the returned value is ignored and may be
   * null.
   *
   * @return yields the result of a tool, {@code messages} of a prompt, or {@code contents} of a
   *     resource; contents that name no {@code uri} are those of the very resource that was asked
   *     for
   */
  Binding compile(Config config);
}
