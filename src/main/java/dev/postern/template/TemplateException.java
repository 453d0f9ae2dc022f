package dev.postern.template;

/** A template cannot be read; found when its tool is loaded. */
public final class TemplateException extends Exception {
  private static final long serialVersionUID = 1;

  private final int offset;

  /**
   * @param offset of the mistake in the template's text, in chars
   */
  public TemplateException(String message, int offset) {
    super(message);
    this.offset = offset;
  }

  public int offset() {
    return offset;
  }
}
