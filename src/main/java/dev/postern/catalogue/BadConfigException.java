package dev.postern.catalogue;

import java.util.List;

/** A row's JSON cannot become a tool, a prompt or a resource; carries every reason. */
public final class BadConfigException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient List<Problem> problems;

  public BadConfigException(List<Problem> problems) {
    super(problems.toString());
    this.problems = List.copyOf(problems);
  }

  /** Whether the same document may be good at another time. */
  public boolean mayPass() {
    return problems.stream().allMatch(Problem::mayPass);
  }

  public List<Problem> problems() {
    return problems;
  }
}
