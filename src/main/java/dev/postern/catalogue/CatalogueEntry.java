package dev.postern.catalogue;

import java.util.List;

/**
 * One row of the catalogue with what became of it.
 *
 * @param tool what answers calls; null where nothing does. A broken row keeps its last good version
 * @param problems why the row's present text is not live; empty where it is
 */
public record CatalogueEntry(String name, boolean enabled, Tool tool, List<Problem> problems) {

  /** What the console shows of a row. */
  public enum State {
    LIVE,
    OFFLINE,
    /**
     * The row's text is faulty; {@link CatalogueEntry#tool} may still serve its last good version.
     */
    BROKEN
  }

  public CatalogueEntry {
    problems = List.copyOf(problems);
  }

  public State state() {
    if (!enabled) {
      return State.OFFLINE;
    }
    return problems.isEmpty() ? State.LIVE : State.BROKEN;
  }
}
