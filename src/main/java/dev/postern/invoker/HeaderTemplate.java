package dev.postern.invoker;

import dev.postern.template.BadValueException;
import dev.postern.template.Expression;
import dev.postern.template.Scope;
import dev.postern.template.TextTemplate;
import dev.postern.upstream.UpstreamRequest.Header;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** One header with its name checked and its value ready to be filled. Immutable. */
public final class HeaderTemplate {

  /** RFC 9110 §7.6.1 (of one connection), and those by which a message is framed and routed. */
  private static final Set<String> NOT_YOURS =
      Set.of(
          "connection",
          "content-length",
          "expect",
          "host",
          "http2-settings",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~"; // RFC 9110 §5.6.2

  private final String name;
  private final TextTemplate value;
  private final boolean callersCredential;
  private final Header constant;

  HeaderTemplate(String name, TextTemplate value) {
    this(name, value, false);
  }

  private HeaderTemplate(String name, TextTemplate value, boolean callersCredential) {
    this.name = name;
    this.value = value;
    this.callersCredential = callersCredential;
    constant = value.constant() == null ? null : new Header(name, value.constant());
  }

  /** A header of the client's own request, as it came with each call. */
  public static HeaderTemplate passed(String name, boolean credential) {
    return new HeaderTemplate(
        name, TextTemplate.hole(CallScope.PASSED, name.toLowerCase(Locale.ROOT)), credential);
  }

  /** Whether it is one with which the caller proves to the service who it is. */
  boolean isCallersCredential() {
    return callersCredential;
  }

  /** Why a tool may not set this header; null where it may. */
  public static String whyNot(String name) {
    if (NOT_YOURS.contains(name.toLowerCase(Locale.ROOT))) {
      return "belongs to the connection; Postern sets it itself";
    }
    if (name.contains("{{")) {
      return "must not have a placeholder in its name";
    }
    return isToken(name) ? null : "is not a header name: letters, digits and " + TOKEN_MARKS;
  }

  static boolean isToken(String name) {
    boolean token = !name.isEmpty();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean alphanumeric = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
      token &= alphanumeric || TOKEN_MARKS.indexOf(c) >= 0;
    }
    return token;
  }

  /** Whether a value would break the line it stands on, or confuse who reads it. */
  static boolean hasControl(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < ' ' || c == 0x7F) {
        return true;
      }
    }
    return false;
  }

  public String name() {
    return name;
  }

  void render(Scope scope, List<Header> headers) throws BadValueException {
    if (constant != null) {
      headers.add(constant);
      return;
    }
    String text = value.render(scope);
    if (text == null) {
      return;
    }
    if (hasControl(text)) {
      throw new BadValueException(
          culprit(scope),
          "must not contain line breaks or other control characters: it is sent in the header "
              + name);
    }
    if (Placeholders.hasHalfSurrogate(text)) {
      throw new BadValueException(
          culprit(scope), "is not Unicode text: it has half a surrogate pair");
    }
    if (text.startsWith(" ") || text.endsWith(" ")) {
      checkEnds(text, scope);
    }
    headers.add(new Header(name, text));
  }

  /** RFC 9110 §5.5: spaces at the ends are no part of a value. The author's own may get lost. */
  private void checkEnds(String text, Scope scope) throws BadValueException {
    List<Expression> holes = new ArrayList<>(value.expressions());
    // What is empty at an end leaves the end to its neighbour.
    holes.removeIf(hole -> hole.findText(scope) == null || hole.findText(scope).isEmpty());
    if (holes.isEmpty()) {
      return;
    }
    Expression last = holes.get(holes.size() - 1);
    for (Expression end : List.of(holes.get(0), last)) {
      String filled = end.findText(scope);
      boolean begins = filled.startsWith(" ") && text.startsWith(filled);
      boolean ends = filled.endsWith(" ") && text.endsWith(filled);
      if (begins || ends) {
        throw new BadValueException(
            end, "must not begin or end with a space: the header " + name + " would lose it");
      }
    }
  }

  private Expression culprit(Scope scope) {
    for (Expression expression : value.expressions()) {
      String found = expression.findText(scope);
      String text = found == null ? "" : found;
      if (hasControl(text) || Placeholders.hasHalfSurrogate(text)) {
        return expression;
      }
    }
    return null;
  }
}
