package dev.postern.source;

/** What rows describe. Each kind has a table of its own, all of one shape. */
public enum Kind {
  TOOL("tool"),
  PROMPT("prompt"),
  RESOURCE("resource");

  private final String noun;

  Kind(String noun) {
    this.noun = noun;
  }

  /** For messages. */
  public String noun() {
    return noun;
  }

  /** For messages and paths. */
  public String plural() {
    return noun + "s";
  }

  /** The name of the table. */
  public String table() {
    return "mcp_" + noun;
  }
}
