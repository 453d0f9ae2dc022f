package dev.postern.invoker;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.InputSchema;
import dev.postern.catalogue.Problem;
import dev.postern.catalogue.Problems;
import dev.postern.catalogue.UnknownKey;
import dev.postern.security.Secrets;
import dev.postern.security.secret.SecretPlaces;
import dev.postern.template.Expression;
import dev.postern.template.Expression.Expansion;
import dev.postern.template.JsonTemplate;
import dev.postern.template.PlainText;
import dev.postern.template.TemplateException;
import dev.postern.template.TextTemplate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gives the placeholders of one tool their meaning when it is loaded. Used by one thread. */
public final class Placeholders {
  /** Shorter ones cannot be kept out of answers: every other number would look like them. */
  static final int MIN_SECRET_LENGTH = 4;

  /** Which placeholders a place takes. */
  public enum Place {
    /** Arguments that every call has. */
    PATH(false, true),
    /** Everything, in a URL behind its path. */
    QUERY(true, false),
    /** Everything. */
    REQUEST(true, false),
    /** Everything but secrets: it goes to the client. */
    RESULT(false, false);

    private final boolean secrets;
    private final boolean required;

    /** Whether what stands there must be there with every call. */
    boolean isRequired() {
      return required;
    }

    Place(boolean secrets, boolean required) {
      this.secrets = secrets;
      this.required = required;
    }
  }

  private final ArgumentShape shape;
  private final Secrets secrets;
  private final Problems problems;
  private final Map<String, String> used = new LinkedHashMap<>();
  private boolean takesInput;

  public Placeholders(InputSchema schema, Secrets secrets, Problems problems) {
    this.shape = new ArgumentShape(schema.json(), schema.key());
    this.secrets = secrets;
    this.problems = problems;
  }

  /**
   * Reads a text; what is wrong is added to the problems.
   *
   * @return null where the text cannot be read
   */
  public TextTemplate text(String text, String pointer, Place place) {
    if (hasHalfSurrogate(text)) {
      problems.add(pointer, "is not Unicode text: it has half a surrogate pair");
      return null;
    }
    try {
      return resolve(TextTemplate.parse(text), pointer, place);
    } catch (TemplateException e) {
      problems.add(pointer, message(e));
      return null;
    }
  }

  /** Checks every placeholder, sets the schema's defaults and fills in the secrets. */
  public TextTemplate resolve(TextTemplate text, String pointer, Place place) {
    check(text.expressions(), pointer, place);
    return text.map(this::withDefault).fill(this::secret);
  }

  /**
   * A text with placeholders, or a number or boolean as it is.
   *
   * @return null where a problem was added
   */
  TextTemplate value(JsonNode value, String pointer, Place place) {
    if (value.isTextual()) {
      return text(value.textValue(), pointer, place);
    }
    if (value.isNumber() || value.isBoolean()) {
      return TextTemplate.literal(PlainText.of(value));
    }
    problems.add(pointer, "must be a string, a number or a boolean");
    return null;
  }

  void check(List<Expression> expressions, String pointer, Place place) {
    for (Expression expression : expressions) {
      String wrong = PlaceRules.wrongExpansion(expression, place);
      if (wrong == null) {
        wrong =
            switch (expression.root()) {
              case "args" -> wrongArgument(expression, place);
              case "secrets" -> wrongSecret(expression, place);
              case "input" -> {
                takesInput = true;
                yield PlaceRules.wrongInput(expression, place);
              }
              case "client" -> PlaceRules.wrongClient(expression, place);
              default ->
                  "is not known here; placeholders begin with args, "
                      + (place.secrets ? "secrets, " : "")
                      + "input or client";
            };
      }
      if (wrong != null) {
        problems.add(pointer, about(expression, wrong));
      } else if (expression.root().equals("secrets")) {
        lookUp(expression, pointer);
      }
    }
  }

  /** A JSON tree whose strings may have placeholders. */
  public JsonTemplate json(JsonNode tree, String pointer, Place place) {
    return JsonTemplate.parse(
        tree,
        new JsonTemplate.Strings() {
          @Override
          public TextTemplate text(String text, JsonPointer below) {
            return Placeholders.this.text(text, pointer + below, place);
          }

          @Override
          public void placeholderInName(String name, JsonPointer below) {
            problems.add(
                pointer + below, "must not have a placeholder in a member's name, only in values");
          }
        });
  }

  /** A default in the placeholder goes before the schema's own. */
  Expression withDefault(Expression expression) {
    if (!expression.root().equals("args") || expression.path().isEmpty()) {
      return expression;
    }
    ArgumentShape.Found found = shape.find(expression.path());
    return expression.withFallback(
        expression.fallback() == null
            ? found.fallback()
            : WrittenDefault.of(expression.fallback(), found.types()));
  }

  /** The value of a secret that was checked; null for anything else. */
  String secret(Expression expression) {
    return expression.root().equals("secrets") ? used.getOrDefault(key(expression), "") : null;
  }

  /** The values of all secrets that were filled in. */
  public Redaction redaction() {
    return Redaction.of(used.values());
  }

  /** Whether they are a tool's; else a prompt's, a resource's or a completion's. */
  boolean isOfTool() {
    return shape.isWritten();
  }

  /** Whether any of them takes what the client answered to questions, or its state. */
  public boolean takesInput() {
    return takesInput;
  }

  static String message(TemplateException e) {
    return e.getMessage() + (e.offset() > 0 ? " (at " + e.offset() + ")" : "");
  }

  static boolean hasHalfSurrogate(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (!Character.isSupplementaryCodePoint(text.codePointAt(i))) {
          return true;
        }
        i++;
      }
    }
    return false;
  }

  private String wrongArgument(Expression expression, Place place) {
    if (expression.path().isEmpty()) {
      return place == Place.PATH
          ? "must name one argument here, as in args.id"
          : expression.fallback() == null ? null : "must not have a default: it is always there";
    }
    ArgumentShape.Found found = shape.find(expression.path());
    if (found.impossible() != null) {
      List<String> names = shape.names();
      String hint =
          expression.path().size() == 1 && !names.isEmpty()
              ? "; " + UnknownKey.hint(expression.path().get(0).token(), names)
              : "";
      return "can never be filled: " + found.impossible() + hint;
    }
    if (expression.fallback() != null
        && WrittenDefault.of(expression.fallback(), found.types()) == null) {
      return "has the default "
          + expression.fallback()
          + ", but the argument is of type "
          + String.join(" or ", found.types());
    }
    return place.required
            && !found.required()
            && found.fallback() == null
            && PlaceRules.isNone(expression.fallback())
            && expression.expansion() != Expansion.SEGMENTS
        ? shape.isWritten()
            ? "may be absent, but a path needs it: list it under \"required\" or give it a"
                + " \"default\" in inputSchema"
            : "may be absent, but a path needs it: make it required, or use a query"
        : null;
  }

  private static String about(Expression expression, String wrong) {
    return "the placeholder " + expression + " (at " + expression.offset() + ") " + wrong;
  }

  private static String wrongSecret(Expression expression, Place place) {
    if (!place.secrets) {
      return place == Place.PATH
          ? "must not stand in a path: paths are written to logs; use a header"
          : "must not stand here: the result goes to the client";
    }
    if (expression.fallback() != null) {
      return "must not have a default: a secret does not stand in a tool's JSON";
    }
    return expression.path().size() != 1 || !key(expression).matches("[A-Za-z0-9_-]+")
        ? "must name one key of letters, digits, \"_\" and \"-\", as in secrets.API_TOKEN"
        : null;
  }

  /** Whoever forgot to define it can do so without touching the tool. */
  private void lookUp(Expression expression, String pointer) {
    String key = key(expression);
    String value = secrets.find(key).orElse(null);
    String unusable = value == null ? null : Redaction.whyUnusable(value);
    if (value != null && unusable == null) {
      used.put(key, value);
    } else {
      String wrong =
          value == null
              ? "is not defined; " + SecretPlaces.cure(key)
              : "has a value that " + unusable;
      problems.addPassing(pointer, about(expression, wrong));
    }
  }

  private static String key(Expression expression) {
    return expression.pathText();
  }

  /** The pointer of an argument, as calls report it. */
  static String pointer(Expression expression) {
    String pointer = "";
    for (Expression.Step step : expression.path()) {
      pointer = Problem.at(pointer, step.token());
    }
    return pointer;
  }
}
