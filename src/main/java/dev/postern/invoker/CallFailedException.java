package dev.postern.invoker;

import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;

/** A call of a service failed; carries what happened as a tool's result would tell it. */
public final class CallFailedException extends Exception {
  private static final long serialVersionUID = 1;

  private final transient CallToolResult result;

  /**
   * @param result with {@code isError}
   */
  public CallFailedException(CallToolResult result) {
    super(Json.text(result.json()));
    this.result = result;
  }

  /** With {@code isError}. */
  public CallToolResult result() {
    return result;
  }

  /** What happened is in the result; filling in the trace would cost more than the call. */
  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
