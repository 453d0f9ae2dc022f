package dev.postern.protocol.stateful;

/** A request cannot be served in a session; the transport answers it before any method is run. */
public final class SessionException extends Exception {
  private static final long serialVersionUID = 1;

  /** What the transport tells by its own means, HTTP by a status. */
  public enum Reason {
    /** A session is needed and none was named. */
    MISSING,
    /** The named session does not exist (any more); the client must initialise anew. */
    UNKNOWN,
    /** The request contradicts the session or the revision. */
    INVALID
  }

  private final Reason reason;

  SessionException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  public Reason reason() {
    return reason;
  }
}
