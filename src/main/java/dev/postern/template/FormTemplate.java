package dev.postern.template;

import java.util.List;

/** The body of {@code application/x-www-form-urlencoded} with holes. Immutable. */
public final class FormTemplate {
  private final List<QueryParameter> fields;

  /**
   * @param fields with their secrets filled and their fallbacks set
   */
  public FormTemplate(List<QueryParameter> fields) {
    this.fields = fields.stream().map(QueryParameter::encoded).toList();
  }

  /**
   * The filled form; empty where every field dropped out. A space is %20, which all readers take.
   */
  public String render(Scope scope) throws BadValueException {
    StringBuilder out = new StringBuilder(128);
    QueryText text = new QueryText(out, '\0');
    for (QueryParameter field : fields) {
      field.append(text, scope);
    }
    return out.toString();
  }
}
