package dev.postern.message;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A protocol error: the request itself was at fault, or the gateway failed. A failing service is
 * not one; it is a tool result with {@code isError}.
 */
public final class RpcException extends Exception {
  private static final long serialVersionUID = 1;

  private final int code;
  private final transient JsonNode data;

  public RpcException(int code, String message) {
    this(code, message, null);
  }

  /**
   * @param data goes out as {@code error.data}; may be null
   */
  public RpcException(int code, String message, JsonNode data) {
    super(message);
    this.code = code;
    this.data = data;
  }

  public int code() {
    return code;
  }

  public JsonNode data() {
    return data;
  }
}
