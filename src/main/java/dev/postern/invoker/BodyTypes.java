package dev.postern.invoker;

import java.util.Locale;

/**
 * Which types the author may give a body, or a part of one. It must be what the body is: what an
 * argument may hold depends on it, and a text that passes for JSON would be JSON built by joining
 * strings.
 */
final class BodyTypes {
  private static final String NO_TEXT =
      "must be a type of plain text; JSON is built with \"body\", XML with \"xml\", a form with"
          + " \"form\" or \"multipart\"";

  private BodyTypes() {}

  /**
   * @param body the key under which the body stands
   * @param constant the type; null where it has placeholders
   * @return null where nothing is wrong
   */
  static String whyNot(String body, String constant) {
    String type = constant == null ? null : constant.toLowerCase(Locale.ROOT);
    String why =
        switch (body) {
          case "body" ->
              type == null || type.contains("json")
                  ? null
                  : "must be a type of JSON: \"body\" is sent as JSON";
          case "form" ->
              type != null && type.startsWith("application/x-www-form-urlencoded")
                  ? null
                  : "must be application/x-www-form-urlencoded, or not there: the body is a form";
          case "multipart" -> "must not be there: \"multipart\" sets it, with its boundary";
          case "xml" ->
              type != null && type.contains("xml")
                  ? null
                  : "must be a type of XML: \"xml\" is sent as XML";
          case "text" -> type == null || hasSyntax(type) ? NO_TEXT : null;
          default -> null;
        };
    return why == null && type != null && !body.equals("bytes") ? wrongCharset(type) : why;
  }

  /** Whether a value in a text of this type could be more than a value. */
  private static boolean hasSyntax(String type) {
    return type.contains("json")
        || type.contains("xml")
        || type.contains("urlencoded")
        || type.startsWith("multipart/");
  }

  private static String wrongCharset(String type) {
    int charset = type.indexOf("charset=");
    return charset >= 0 && !type.substring(charset + 8).replace("\"", "").startsWith("utf-8")
        ? "must not name another character set than UTF-8, in which the body is sent"
        : null;
  }
}
