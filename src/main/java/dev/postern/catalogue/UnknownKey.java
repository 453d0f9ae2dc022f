package dev.postern.catalogue;

import java.util.Collection;

/** What to say about a key that nobody knows: the one that was probably meant. */
public final class UnknownKey {
  private UnknownKey() {}

  public static String message(String key, Collection<String> known) {
    return "is not a known key; " + hint(key, known);
  }

  /** The second half of a sentence that has already said what is unknown. */
  public static String hint(String key, Collection<String> known) {
    String nearest = null;
    int best = Math.max(2, key.length() / 2); // farther than half the word is no suggestion
    for (String candidate : known) {
      int distance = distance(key.toLowerCase(java.util.Locale.ROOT), candidate);
      if (distance <= best) {
        best = distance - 1;
        nearest = candidate;
      }
    }
    return nearest == null ? "known are " + known : "did you mean \"" + nearest + "\"?";
  }

  /** Levenshtein distance, ignoring case. */
  private static int distance(String left, String right) {
    String other = right.toLowerCase(java.util.Locale.ROOT);
    int[] previous = new int[other.length() + 1];
    for (int column = 0; column <= other.length(); column++) {
      previous[column] = column;
    }
    for (int row = 1; row <= left.length(); row++) {
      int[] current = new int[other.length() + 1];
      current[0] = row;
      for (int column = 1; column <= other.length(); column++) {
        int change = left.charAt(row - 1) == other.charAt(column - 1) ? 0 : 1;
        current[column] =
            Math.min(
                Math.min(current[column - 1], previous[column]) + 1, previous[column - 1] + change);
      }
      previous = current;
    }
    return previous[other.length()];
  }
}
