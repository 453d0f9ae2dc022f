package dev.postern.message;

/** JSON-RPC error codes, named as in the MCP schema. */
public final class ErrorCode {
  public static final int PARSE_ERROR = -32700;
  public static final int INVALID_REQUEST = -32600;
  public static final int METHOD_NOT_FOUND = -32601;
  public static final int INVALID_PARAMS = -32602;
  public static final int INTERNAL_ERROR = -32603;

  /** The resource does not exist; the revisions with sessions. */
  public static final int RESOURCE_NOT_FOUND = -32002;

  /** A header contradicts the body, or is missing; 2026-07-28. */
  public static final int HEADER_MISMATCH = -32020;

  /** The request needs what the client did not declare; 2026-07-28. */
  public static final int MISSING_CLIENT_CAPABILITY = -32021;

  /** The request is in a revision that is not served; 2026-07-28. */
  public static final int UNSUPPORTED_PROTOCOL_VERSION = -32022;

  /**
   * What SDK servers of the 2025 revisions answer for an unknown session, beside HTTP 404; the
   * range -32000 to -32019 is left to implementations.
   */
  public static final int SESSION_NOT_FOUND = -32001;

  private ErrorCode() {}
}
