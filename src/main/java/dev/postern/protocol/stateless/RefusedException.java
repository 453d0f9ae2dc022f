package dev.postern.protocol.stateless;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.ErrorCode;
import dev.postern.message.RpcException;

/** A request that is answered before its method is looked at; the HTTP status belongs to it. */
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1;

  private final int status;

  RefusedException(int status, RpcException error) {
    super(error.getMessage(), error);
    this.status = status;
  }

  static RefusedException badRequest(int code, String message) {
    return badRequest(code, message, null);
  }

  static RefusedException badRequest(int code, String message, JsonNode data) {
    return new RefusedException(400, new RpcException(code, message, data));
  }

  static RefusedException mismatch(String message) {
    return badRequest(ErrorCode.HEADER_MISMATCH, message);
  }

  public int status() {
    return status;
  }

  public RpcException error() {
    return (RpcException) getCause();
  }
}
