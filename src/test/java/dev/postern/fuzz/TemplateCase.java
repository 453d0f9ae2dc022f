package dev.postern.fuzz;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.template.BadValueException;
import dev.postern.template.Expression;
import dev.postern.template.Scope;
import dev.postern.template.TemplateException;
import dev.postern.template.TextTemplate;
import dev.postern.template.UrlTemplate;
import dev.postern.template.UrlText;
import dev.postern.template.XmlTemplate;
import java.util.List;
import java.util.function.UnaryOperator;

/** Whatever an author writes is read as meant or refused with a reason; nothing else happens. */
final class TemplateCase {
  private static final List<String> SNIPPETS =
      List.of(
          "{{args.a}}",
          "{{ args.b | 'x' }}",
          "{{",
          "}}",
          "{a}",
          "{+b}",
          "{/a*}",
          "|",
          "'",
          "[0]",
          "['k']",
          "{{'",
          "'}}",
          "args.",
          ".",
          "<r>",
          "</r>",
          "<a k='",
          "&amp;",
          "/",
          "?",
          "&",
          "=",
          "%2F",
          "{{args.a[0].k|1}}",
          "{",
          "}",
          "http://",
          "<!--",
          "]]>",
          "\ue000");

  private final Choices choices;

  TemplateCase(Choices choices) {
    this.choices = choices;
  }

  /**
   * @return whether it could be read
   */
  boolean hold() {
    ObjectNode arguments = Json.object();
    arguments.set("a", choices.value());
    arguments.set("b", choices.value());
    Scope scope = root -> root.equals("args") ? arguments : null;
    String literal = choices.text();
    String text = written(literal);
    try {
      return switch (choices.below(4)) {
        case 1 -> url(text, scope);
        case 2 -> xml(text, scope);
        case 3 -> quoted(literal, scope);
        default -> text(text, scope);
      };
    } catch (TemplateException e) {
      Expected.that(e.getMessage() != null && e.offset() >= 0, text);
      Expected.that(
          e.offset() <= text.length() + "https://h/".length(), text + " at " + e.offset());
      return false;
    } catch (BadValueException e) {
      Expected.that(e.getMessage() != null, text);
      return false;
    }
  }

  private String written(String literal) {
    StringBuilder text = new StringBuilder();
    for (int i = choices.below(6); i > 0; i--) {
      text.append(choices.oneIn(4) ? literal : choices.of(SNIPPETS));
    }
    return text.toString();
  }

  private static boolean text(String text, Scope scope) throws TemplateException {
    TextTemplate template = TextTemplate.parse(text);
    if (!text.contains("{{")) {
      Expected.that(text.equals(template.constant()), text);
    }
    for (Expression hole : template.expressions()) {
      Expected.that(text.startsWith("{{", hole.offset()), text + " at " + hole.offset());
    }
    template.render(scope);
    return true;
  }

  /** How a literal brace is written: in quotes, which a text without any can always have. */
  private static boolean quoted(String literal, Scope scope) throws TemplateException {
    if (literal.indexOf('\'') >= 0) {
      return false;
    }
    TextTemplate template = TextTemplate.parse("{{'" + literal + "'}}{{ args.none }}{{'!'}}");
    Expected.that((literal + "!").equals(template.renderAll(scope)), literal);
    return true;
  }

  private static boolean url(String text, Scope scope) throws TemplateException, BadValueException {
    UrlTemplate template = new UrlTemplate(UrlText.parse("https://h/" + text));
    String target = template.render(scope);
    Expected.that(template.origin().toString().equals("https://h"), text);
    Expected.that(target.startsWith("/"), text + " became " + target);
    Expected.that(
        target.chars().allMatch(c -> c > ' ' && c < 127 && "\"<>\\^`{|}#".indexOf(c) < 0),
        text + " became " + target);
    return true;
  }

  private static boolean xml(String text, Scope scope) throws TemplateException, BadValueException {
    TextTemplate source = TextTemplate.parse("<r>" + text + "</r>");
    XmlTemplate template = XmlTemplate.parse(source, UnaryOperator.identity());
    String filled = template.render(scope);
    if (filled != null) { // whatever filled it, the document is one still
      XmlTemplate.parse(TextTemplate.literal(filled), UnaryOperator.identity());
    }
    return true;
  }
}
