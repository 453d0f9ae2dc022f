package dev.postern.upstream;

import java.io.IOException;

/** There is no answer of the service, or none that can be used. */
public class UpstreamException extends IOException {
  private static final long serialVersionUID = 1;

  /** Why. */
  public enum Kind {
    /** Nothing listens there, or no way leads there. */
    UNREACHABLE,
    UNKNOWN_HOST,
    /** It has no address that calls may go to. Nothing was sent. */
    ADDRESS_REFUSED,
    /** It points somewhere else, and there is no going there. */
    REDIRECT,
    /** A secret that the request needs is not defined any more. Nothing was sent. */
    SECRET_MISSING,
    /** Whoever gives tokens for it refused to give one. Nothing was sent to the service itself. */
    TOKEN_REFUSED,
    /** Whoever gives tokens for it did not answer as it should. Nothing was sent to it either. */
    TOKEN_UNAVAILABLE,
    TIMEOUT,
    TLS,
    /** The connection ended before the answer did. */
    CLOSED,
    TOO_LARGE,
    /** As many calls as it may have wait for it already; this one was not sent. */
    BUSY,
    /** This is a rehearsal, or what prepares requests failed. */
    NOT_SENT,
    /** What came is not HTTP, or not in the encoding it claims. */
    NOT_HTTP
  }

  private final Kind kind;

  /**
   * @param message what happened, a clause that could follow "the service"
   */
  public UpstreamException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public final Kind kind() {
    return kind;
  }
}
