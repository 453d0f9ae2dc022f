package dev.postern.catalogue;

/**
 * One thing wrong in a tool's JSON or in a call's arguments.
 *
 * @param pointer JSON Pointer (RFC 6901) to the place; empty for the document itself
 * @param message what is wrong there and what would be right, in one sentence
 * @param mayPass whether it can come right without a change of the document
 */
public record Problem(String pointer, String message, boolean mayPass) {

  /** One that stays until the document changes. */
  public Problem(String pointer, String message) {
    this(pointer, message, false);
  }

  /** The pointer of a member below {@code parent}. */
  public static String at(String parent, String member) {
    return parent + "/" + member.replace("~", "~0").replace("/", "~1");
  }

  @Override
  public String toString() {
    return pointer.isEmpty() ? message : pointer + ": " + message;
  }
}
