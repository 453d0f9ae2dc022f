package dev.postern.catalogue;

import java.util.List;

/**
 * The tests in a tool.
 *
 * @param mustPass whether the tool may be saved only if they pass
 */
public record ToolTests(List<ToolTest> all, boolean mustPass) {
  public static final ToolTests NONE = new ToolTests(List.of(), false);

  public ToolTests {
    all = List.copyOf(all);
  }
}
