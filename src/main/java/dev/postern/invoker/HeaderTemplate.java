package dev.postern.invoker;

import dev.postern.template.BadValueException;
import dev.postern.template.Expression;
import dev.postern.template.PlainText;
import dev.postern.template.Scope;
import dev.postern.template.TextTemplate;
import dev.postern.upstream.UpstreamRequest.Header;
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
  private final Header constant;

  HeaderTemplate(String name, TextTemplate value) {
    this.name = name;
    this.value = value;
    constant = value.constant() == null ? null : new Header(name, value.constant());
  }

  /** A header of the client's own request, as it came with each call. */
  public static HeaderTemplate passed(String name) {
    return new HeaderTemplate(
        name, TextTemplate.hole(CallScope.PASSED, name.toLowerCase(Locale.ROOT)));
  }

  /** Why a tool may not set this header; null where it may. */
  public static String whyNot(String name) {
    if (NOT_YOURS.contains(name.toLowerCase(Locale.ROOT))) {
      return "belongs to the connection; Postern sets it itself";
    }
    if (name.contains("{{")) {
      return "must not have a placeholder in its name";
    }
    boolean token = !name.isEmpty();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean alphanumeric = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
      token &= alphanumeric || TOKEN_MARKS.indexOf(c) >= 0;
    }
    return token ? null : "is not a header name: letters, digits and " + TOKEN_MARKS;
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

  /** The value where no argument changes it, else null. */
  String constantValue() {
    return value.constant();
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
    headers.add(new Header(name, text));
  }

  private Expression culprit(Scope scope) {
    for (Expression expression : value.expressions()) {
      var found = expression.find(scope);
      String text = found == null ? "" : PlainText.of(found);
      if (hasControl(text) || Placeholders.hasHalfSurrogate(text)) {
        return expression;
      }
    }
    return null;
  }
}
