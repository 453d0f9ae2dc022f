package dev.postern.invoker;

import dev.postern.template.BadValueException;
import dev.postern.template.Expression;
import dev.postern.template.Scope;
import dev.postern.template.TextTemplate;
import java.nio.charset.StandardCharsets;

/** Filled texts as bytes, of which none is lost. */
final class Utf8 {
  private Utf8() {}

  /**
   * @param template by which the text was filled in this scope
   */
  static byte[] bytes(TextTemplate template, String filled, Scope scope) throws BadValueException {
    if (Placeholders.hasHalfSurrogate(filled)) {
      throw new BadValueException(
          culprit(template, scope), "is not Unicode text: it has half a surrogate pair");
    }
    return filled.getBytes(StandardCharsets.UTF_8);
  }

  /** The hole whose value has no form; null where it came about by their neighbourhood. */
  static Expression culprit(TextTemplate template, Scope scope) {
    for (Expression expression : template.expressions()) {
      String value = expression.findText(scope);
      if (value != null && Placeholders.hasHalfSurrogate(value)) {
        return expression;
      }
    }
    return null;
  }
}
