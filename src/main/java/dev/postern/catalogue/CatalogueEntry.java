package dev.postern.catalogue;

import java.util.List;

/**
 * One row of the catalogue with what became of it.
 *
 * @param live what serves; null where nothing does. A broken row keeps its last good version
 * @param problems why the row's present text is not live; empty where it is
 * @param <T> {@link Tool}, {@link Prompt} or {@link Resource}
 */
public record CatalogueEntry<T>(String name, boolean enabled, T live, List<Problem> problems) {

  /** What the console shows of a row. */
  public enum State {
    LIVE,
    OFFLINE,
    /** The row's text is faulty; {@link CatalogueEntry#live} may still be its last good version. */
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
