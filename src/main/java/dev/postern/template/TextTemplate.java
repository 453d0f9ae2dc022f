package dev.postern.template;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.template.Expression.Expansion;
import dev.postern.template.Expression.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** A text with holes. Immutable. */
public final class TextTemplate {
  private final List<Part> parts;
  private final boolean droppable;

  private TextTemplate(List<Part> parts, boolean droppable) {
    this.parts = List.copyOf(parts);
    this.droppable = droppable;
  }

  public static TextTemplate parse(String text) throws TemplateException {
    return of(new TemplateReader(text, false).read());
  }

  /** Reads a text in which {@code {id}} means {@code {{args.id}}}. */
  public static TextTemplate parseUrl(String text) throws TemplateException {
    return of(new TemplateReader(text, true).read());
  }

  /** A text without holes, whatever stands in it. */
  public static TextTemplate literal(String text) {
    return of(text.isEmpty() ? List.of() : List.of(new Part.Literal(text)));
  }

  /** A text that is one hole. */
  public static TextTemplate hole(String root, String name) {
    List<Step> path = List.of(Step.member(name));
    return of(List.of(new Part.Hole(new Expression(root, path, null, Expansion.SIMPLE, 0))));
  }

  private static TextTemplate of(List<Part> parts) {
    return new TextTemplate(parts, parts.stream().anyMatch(Part.Hole.class::isInstance));
  }

  /** A part of this text, split elsewhere; drops out by its own holes. */
  static TextTemplate ofParts(List<Part> parts) {
    return of(parts);
  }

  List<Part> parts() {
    return parts;
  }

  /** Whether it drops out where none of its holes can be filled. */
  boolean isDroppable() {
    return droppable;
  }

  /** All holes, from left to right. */
  public List<Expression> expressions() {
    List<Expression> expressions = new ArrayList<>();
    for (Part part : parts) {
      if (part instanceof Part.Hole hole) {
        expressions.add(hole.expression());
      }
    }
    return expressions;
  }

  /** The hole that is the whole text; null where there is more or less. */
  public Expression only() {
    return parts.size() == 1 && parts.get(0) instanceof Part.Hole hole ? hole.expression() : null;
  }

  /** The text where it has no holes, else null. */
  public String constant() {
    if (parts.isEmpty()) {
      return "";
    }
    return parts.size() == 1 && parts.get(0) instanceof Part.Literal literal
        ? literal.text()
        : null;
  }

  /**
   * Fills holes whose value is known already. A text with such a hole never drops out.
   *
   * @param known yields null for holes that stay open
   */
  public TextTemplate fill(Function<Expression, String> known) {
    List<Part> filled = new ArrayList<>();
    StringBuilder literal = new StringBuilder();
    boolean all = droppable;
    for (Part part : parts) {
      String value = text(part, known);
      if (value == null) {
        flush(literal, filled);
        filled.add(part);
      } else {
        all &= part instanceof Part.Literal;
        literal.append(value);
      }
    }
    flush(literal, filled);
    return new TextTemplate(filled, all);
  }

  /** Changes the holes themselves. */
  public TextTemplate map(UnaryOperator<Expression> change) {
    List<Part> changed = new ArrayList<>(parts.size());
    for (Part part : parts) {
      changed.add(
          part instanceof Part.Hole hole ? new Part.Hole(change.apply(hole.expression())) : part);
    }
    return new TextTemplate(changed, droppable);
  }

  /** Changes the text between the holes. */
  TextTemplate mapLiterals(UnaryOperator<String> change) {
    List<Part> changed = new ArrayList<>(parts.size());
    for (Part part : parts) {
      changed.add(
          part instanceof Part.Literal literal
              ? new Part.Literal(change.apply(literal.text()))
              : part);
    }
    return new TextTemplate(changed, droppable);
  }

  /**
   * Adds the text with every hole's value percent-encoded.
   *
   * @return false where the text drops out; what was added is then to be taken back
   */
  boolean appendEncoded(StringBuilder out, Scope scope) throws BadValueException {
    boolean drop = droppable;
    for (Part part : parts) {
      if (part instanceof Part.Literal literal) {
        out.append(literal.text());
      } else if (part instanceof Part.Hole hole) {
        String value = hole.expression().findText(scope);
        if (value != null) {
          drop = false;
          UrlTemplate.appendValue(out, hole.expression(), value);
        }
      }
    }
    return !drop;
  }

  /** The filled text; null where the text drops out because none of its holes can be filled. */
  public String render(Scope scope) {
    return render(scope, droppable);
  }

  /** The filled text; holes that cannot be filled are empty. */
  public String renderAll(Scope scope) {
    return render(scope, false);
  }

  /** The hole's value with its type where the text is exactly one hole, else the text. */
  JsonNode renderValue(Scope scope) {
    Expression only = only();
    if (only != null) {
      return only.find(scope);
    }
    String text = render(scope);
    return text == null
        ? null
        : com.fasterxml.jackson.databind.node.JsonNodeFactory.instance.textNode(text);
  }

  private String render(Scope scope, boolean mayDrop) {
    String constant = constant();
    if (constant != null) {
      return constant;
    }
    Expression only = only();
    if (only != null) { // most are; nothing needs to be copied
      String value = only.findText(scope);
      return value == null && !mayDrop ? "" : value;
    }
    StringBuilder text = new StringBuilder();
    boolean drop = mayDrop;
    for (Part part : parts) {
      if (part instanceof Part.Literal literal) {
        text.append(literal.text());
      } else if (part instanceof Part.Hole hole) {
        String value = hole.expression().findText(scope);
        if (value != null) {
          drop = false;
          text.append(value);
        }
      }
    }
    return drop ? null : text.toString();
  }

  private static String text(Part part, Function<Expression, String> known) {
    if (part instanceof Part.Literal literal) {
      return literal.text();
    }
    return known.apply(((Part.Hole) part).expression());
  }

  private static void flush(StringBuilder literal, List<Part> parts) {
    if (!literal.isEmpty()) {
      parts.add(new Part.Literal(literal.toString()));
      literal.setLength(0);
    }
  }
}
