package dev.postern.template;

/** How a value with parts becomes one or more pairs of name and value: OpenAPI 3.1 §4.8.12.2. */
public enum QueryStyle {
  /** An array repeats the parameter; an object is JSON. */
  REPEATED(""),
  /** {@code form} with explode: as {@link #REPEATED}, but each member of an object is a pair. */
  FORM(""),
  /** {@code form} without explode. */
  COMMAS(","),
  /** {@code spaceDelimited}. */
  SPACES(" "),
  /** Feign's TSV; OpenAPI 2 had it too. */
  TABS("\t"),
  /** {@code pipeDelimited}. */
  PIPES("|"),
  /** {@code deepObject}: {@code name[member]=value}, and so on below. */
  DEEP("");

  private final String mark;
  private final String separator;

  QueryStyle(String mark) {
    this.mark = mark;
    // A comma may stand in a query (RFC 3986 §3.4); encoded it would not tell from one in a value.
    this.separator = mark.equals(",") ? mark : PercentEncoding.encode(mark);
  }

  /** Whether all parts of a value stand in one pair. */
  boolean isDelimited() {
    return !mark.isEmpty();
  }

  /** Between two parts, as in a URL. */
  String separator() {
    return separator;
  }

  /** Whether a part that has the mark could be told from two parts. */
  boolean takes(String part) {
    return this == COMMAS || !part.contains(mark);
  }

  /** The mark as messages name it. */
  String markName() {
    return switch (this) {
      case SPACES -> "spaces";
      case TABS -> "tabs";
      default -> "\"" + mark + "\"";
    };
  }
}
