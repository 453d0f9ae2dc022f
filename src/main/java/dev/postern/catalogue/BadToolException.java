package dev.postern.catalogue;

import java.util.List;

/** A tool's JSON cannot become a tool; carries every reason. */
public final class BadToolException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient List<Problem> problems;

  public BadToolException(List<Problem> problems) {
    super(problems.toString());
    this.problems = List.copyOf(problems);
  }

  public List<Problem> problems() {
    return problems;
  }
}
