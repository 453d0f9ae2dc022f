package dev.postern.template;

/** How long a request may get where one value multiplies another. */
final class Room {
  /**
   * A long name before each member of a large object, or a long attribute before each element of a
   * list, makes terabytes of a few megabytes. What is written once is as long as it is.
   */
  private static final int MOST_CHARACTERS = 16 * 1024 * 1024;

  private Room() {}

  /**
   * To be called before one more of several is written.
   *
   * @param hole that they fill
   */
  static void check(StringBuilder out, Expression hole) throws BadValueException {
    if (out.length() > MOST_CHARACTERS) {
      throw new BadValueException(
          hole, "would make the request longer than " + MOST_CHARACTERS + " characters");
    }
  }
}
