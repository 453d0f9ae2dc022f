package dev.postern.catalogue;

import java.util.List;

/**
 * Something that stands around every call of a tool which asks for it in its JSON. Which there are,
 * and their order, is one list in {@code wiring}.
 */
public interface CallLayer {

  /** The keys of the tool's JSON that it alone reads. */
  List<String> keys();

  /**
   * @param inner what carries out the call; null where the rest of the tool is wrong
   * @return {@code inner} itself where the tool does not ask for this layer
   */
  Binding around(Binding inner, Config config);
}
