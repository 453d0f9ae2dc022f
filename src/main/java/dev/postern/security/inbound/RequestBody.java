package dev.postern.security.inbound;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;

/** Reads request bodies whole, up to a limit. */
public final class RequestBody {
  private final int limit;

  /**
   * @param limit in bytes
   */
  public RequestBody(int limit) {
    this.limit = limit;
  }

  /**
   * @return the bytes; null where there are more than the limit
   */
  public byte[] read(HttpServletRequest request) throws IOException {
    if (request.getContentLengthLong() > limit) {
      return null;
    }
    return read(request.getInputStream());
  }

  /**
   * @return the bytes; null where there are more than the limit
   */
  public byte[] read(InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(limit + 1);
    return bytes.length > limit ? null : bytes;
  }

  public int limit() {
    return limit;
  }

  /** Whether the body says it is JSON; parameters such as a charset do not matter. */
  public static boolean isJson(HttpServletRequest request) {
    String type = request.getContentType();
    if (type == null) {
      return false;
    }
    int semicolon = type.indexOf(';');
    return (semicolon < 0 ? type : type.substring(0, semicolon))
        .trim()
        .equalsIgnoreCase("application/json");
  }
}
