package dev.postern.security.inbound;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

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
    long announced = request.getContentLengthLong();
    if (announced > limit) {
      return null;
    }
    InputStream in = request.getInputStream();
    return announced < 0 ? read(in) : read(in, (int) announced);
  }

  /** Servers end a body where its length says, so there is nothing behind it to look for. */
  private static byte[] read(InputStream in, int announced) throws IOException {
    byte[] bytes = new byte[announced];
    int length = in.readNBytes(bytes, 0, announced);
    return length == announced ? bytes : Arrays.copyOf(bytes, length);
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
