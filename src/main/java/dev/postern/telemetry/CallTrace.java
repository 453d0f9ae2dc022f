package dev.postern.telemetry;

import java.util.List;

/**
 * Watches one call on its way to the service and back, for somebody who wants to see every step. It
 * travels with the call and with each of its requests. Used by the thread that makes the call.
 */
public interface CallTrace {

  /** For calls that nobody watches. */
  CallTrace NONE = new CallTrace() {};

  /** One header line. */
  record Header(String name, String value) {}

  /**
   * A request.
   *
   * @param body null for none
   */
  record Sent(String method, String url, List<Header> headers, byte[] body) {}

  /** An answer. */
  record Heard(int status, List<Header> headers, byte[] body) {}

  /** A part of a text, which may be a secret. */
  record Piece(String text, boolean isSecret) {}

  /** Knows secrets that may be in what is told here. */
  interface Mask {

    /** For what holds no secret. */
    Mask NONE =
        new Mask() {
          @Override
          public List<Piece> pieces(String text) {
            return List.of(new Piece(text, false));
          }

          @Override
          public String document(String text) {
            return text;
          }

          @Override
          public byte[] bytes(byte[] bytes) {
            return bytes;
          }
        };

    /** The text in its parts. */
    List<Piece> pieces(String text);

    /** JSON, or any other text, with something else in the place of secrets. */
    String document(String text);

    /** Bytes that are no text, likewise. */
    byte[] bytes(byte[] bytes);
  }

  /** Whether anybody watches at all. */
  default boolean watches() {
    return false;
  }

  /**
   * Whether this is a rehearsal: nothing may be sent, and nothing of it may be remembered for other
   * calls. What the service would say comes from {@link #recorded}.
   */
  default boolean isRehearsal() {
    return false;
  }

  /** The same trace for requests that are not the call itself, such as for a {@code token}. */
  default CallTrace about(String purpose) {
    return this;
  }

  /** What is told here may hold these secrets, and those that the mask gets to know later. */
  default void hides(Mask mask) {}

  /** A request goes out, or would in a rehearsal. */
  default void sends(Sent request) {}

  /**
   * What stands for the service's answer in a rehearsal.
   *
   * @return null where nothing does
   */
  default Heard recorded() {
    return null;
  }

  /** The last request was answered. */
  default void hears(Heard answer, long nanos) {}

  /**
   * The last request has no answer.
   *
   * @param message a clause that could follow "the service"
   */
  default void fails(String kind, String message, long nanos) {}

  /**
   * Something before the wire knew the answer, or refused.
   *
   * @param by the key that it has in a tool's JSON
   * @param why a sentence
   * @param request null where there was none yet
   * @param answer null for a refusal
   */
  default void keptBack(String by, String why, Sent request, Heard answer) {}

  /**
   * What was made of the service's answers, before it becomes a result.
   *
   * @param text for the model; null for the body itself
   */
  default void maps(Heard answer, String text, List<String> notes) {}

  /** Nothing could be made of the service's answers. */
  default void mapsNot(String why) {}
}
