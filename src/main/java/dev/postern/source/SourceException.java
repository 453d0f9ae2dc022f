package dev.postern.source;

/** A source of rows does not answer or refuses; its message says what to do. */
public final class SourceException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public SourceException(String message) {
    super(message);
  }

  public SourceException(String message, Throwable cause) {
    super(message, cause);
  }
}
