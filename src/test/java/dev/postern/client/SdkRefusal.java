package dev.postern.client;

/** A JSON-RPC error, as a client library reported it. */
final class SdkRefusal extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int code;

  SdkRefusal(int code, String message) {
    super(message);
    this.code = code;
  }

  int code() {
    return code;
  }
}
