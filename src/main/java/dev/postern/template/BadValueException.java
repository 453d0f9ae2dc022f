package dev.postern.template;

/** What should fill a hole must not stand in this place; found when its tool is called. */
public final class BadValueException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient Expression expression;

  /**
   * @param expression the hole; null where no single one is to blame
   * @param message continues a sentence that began with the value's name
   */
  public BadValueException(Expression expression, String message) {
    super(message);
    this.expression = expression;
  }

  public Expression expression() {
    return expression;
  }

  /** Nobody needs the trace of a bad argument; filling it in would cost more than the call. */
  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
