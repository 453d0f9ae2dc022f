package dev.postern.catalogue;

import java.util.ArrayList;
import java.util.List;

/** Collects everything wrong with one document, so that its author sees all of it at once. */
public final class Problems {
  private final List<Problem> found = new ArrayList<>();

  public void add(String pointer, String message) {
    found.add(new Problem(pointer, message));
  }

  /** What can come right without a change of the document, such as a secret that is missing. */
  public void addPassing(String pointer, String message) {
    found.add(new Problem(pointer, message, true));
  }

  public boolean isEmpty() {
    return found.isEmpty();
  }

  public int count() {
    return found.size();
  }

  public List<Problem> list() {
    return List.copyOf(found);
  }
}
