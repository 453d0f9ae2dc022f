package dev.postern.invoker.auth;

import dev.postern.invoker.Block;
import dev.postern.invoker.Redaction;
import dev.postern.security.Secrets;
import dev.postern.security.secret.SecretPlaces;
import dev.postern.template.Expression;
import dev.postern.template.TemplateException;
import dev.postern.template.TextTemplate;
import dev.postern.upstream.UpstreamException;
import dev.postern.upstream.UpstreamException.Kind;
import java.util.ArrayList;
import java.util.List;

/** A text made of secrets, looked up anew with every use. Immutable. */
final class SecretText {
  private final TextTemplate template;
  private final Secrets secrets;

  private SecretText(TextTemplate template, Secrets secrets) {
    this.template = template;
    this.secrets = secrets;
  }

  /**
   * A text that need not be secret.
   *
   * @return null where a problem was added
   */
  static SecretText open(Block block, String key, Secrets secrets) {
    return read(block, key, secrets, false);
  }

  /**
   * A text that must not stand in a row.
   *
   * @return null where a problem was added
   */
  static SecretText secret(Block block, String key, Secrets secrets) {
    return read(block, key, secrets, true);
  }

  private static SecretText read(Block block, String key, Secrets secrets, boolean mustBeSecret) {
    String written = block.requiredText(key);
    if (written == null) {
      return null;
    }
    try {
      TextTemplate template = TextTemplate.parse(written);
      List<String> wrong = new ArrayList<>();
      List<String> passing = new ArrayList<>();
      for (Expression expression : template.expressions()) {
        String name = wrongName(expression);
        String value = name == null ? wrongValue(expression, secrets) : null;
        if (name != null) {
          wrong.add("the placeholder " + expression + " " + name);
        } else if (value != null) {
          passing.add("the placeholder " + expression + " " + value);
        }
      }
      if (mustBeSecret && template.expressions().isEmpty()) {
        wrong.add("must be a reference such as {{secrets.KEY}}: rows hold no secrets themselves");
      } else if (written.isEmpty()) {
        wrong.add("must not be empty");
      }
      wrong.forEach(why -> block.problem(key, why));
      passing.forEach(why -> block.problems().addPassing(block.pointer(key), why));
      return wrong.isEmpty() && passing.isEmpty() ? new SecretText(template, secrets) : null;
    } catch (TemplateException e) {
      block.problem(key, e.getMessage());
      return null;
    }
  }

  /** Null where nothing is wrong, as below. */
  private static String wrongName(Expression expression) {
    if (!expression.root().equals("secrets")) {
      return "has no meaning here; credentials are made of {{secrets.KEY}} alone";
    }
    if (expression.fallback() != null) {
      return "must not have a default: a secret does not stand in a tool's JSON";
    }
    return expression.path().size() != 1 || !key(expression).matches("[A-Za-z0-9_-]+")
        ? "must name one key of letters, digits, \"_\" and \"-\", as in secrets.API_TOKEN"
        : null;
  }

  private static String wrongValue(Expression expression, Secrets secrets) {
    String key = key(expression);
    String value = secrets.find(key).orElse(null);
    if (value == null) {
      return "is not defined; " + SecretPlaces.cure(key);
    }
    String unusable = Redaction.whyUnusable(value);
    return unusable == null ? null : "has a value that " + unusable;
  }

  private static String key(Expression expression) {
    return expression.path().get(0).token();
  }

  /**
   * What it is now.
   *
   * @throws UpstreamException if one of its secrets is not defined any more, or unusable
   */
  String now() throws UpstreamException {
    for (Expression expression : template.expressions()) {
      String why = wrongValue(expression, secrets);
      if (why != null) {
        throw new UpstreamException(
            Kind.SECRET_MISSING,
            "was not asked, because the secret " + key(expression) + " " + why,
            null);
      }
    }
    String text = template.fill(expression -> secrets.find(key(expression)).orElse("")).constant();
    if (text.chars().anyMatch(Character::isISOControl)) {
      throw new UpstreamException(
          Kind.SECRET_MISSING,
          "was not asked, because its credentials contain line breaks or other control characters",
          null);
    }
    return text;
  }

  /** Whether it holds any secret at all. */
  boolean isSecret() {
    return !template.expressions().isEmpty();
  }
}
