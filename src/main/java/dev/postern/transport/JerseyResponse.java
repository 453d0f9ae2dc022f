package dev.postern.transport;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;

/**
 * The response as Jersey gets to see it. Where a resource has begun to answer asynchronously by
 * itself, Jersey's own idea of an answer, 204 for a method that returns nothing, has no effect.
 */
final class JerseyResponse extends HttpServletResponseWrapper {
  private final HttpServletRequest request;

  JerseyResponse(HttpServletRequest request, HttpServletResponse response) {
    super(response);
    this.request = request;
  }

  private boolean isTaken() {
    return request.isAsyncStarted();
  }

  @Override
  public void setStatus(int status) {
    if (!isTaken()) {
      super.setStatus(status);
    }
  }

  @Override
  public void setHeader(String name, String value) {
    if (!isTaken()) {
      super.setHeader(name, value);
    }
  }

  @Override
  public void addHeader(String name, String value) {
    if (!isTaken()) {
      super.addHeader(name, value);
    }
  }

  @Override
  public void setContentLength(int length) {
    if (!isTaken()) {
      super.setContentLength(length);
    }
  }

  @Override
  public void setContentLengthLong(long length) {
    if (!isTaken()) {
      super.setContentLengthLong(length);
    }
  }

  @Override
  public void flushBuffer() throws IOException {
    if (!isTaken()) {
      super.flushBuffer();
    }
  }
}
