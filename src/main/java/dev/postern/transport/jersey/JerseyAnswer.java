package dev.postern.transport.jersey;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.glassfish.jersey.server.ContainerResponse;
import org.glassfish.jersey.server.spi.ContainerResponseWriter;
import org.glassfish.jersey.spi.ExceptionMappers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what Jersey answers. Where a resource has answered by itself, or has begun to do so
 * asynchronously, Jersey's own idea of an answer (204 for a method that returns nothing) is
 * dropped.
 */
record JerseyAnswer(HttpServletRequest request, HttpServletResponse response)
    implements ContainerResponseWriter {
  private static final Logger LOG = LoggerFactory.getLogger(JerseyAnswer.class);

  private boolean isTaken() {
    return response.isCommitted() || request.isAsyncStarted();
  }

  @Override
  public OutputStream writeResponseStatusAndHeaders(long length, ContainerResponse answer) {
    if (isTaken()) {
      return OutputStream.nullOutputStream();
    }
    head(answer.getStatus(), answer.getStringHeaders());
    if (length >= 0) {
      response.setContentLengthLong(length);
    }
    try {
      return response.getOutputStream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void head(int status, Map<String, List<String>> headers) {
    response.setStatus(status);
    for (Map.Entry<String, List<String>> header : headers.entrySet()) {
      for (String value : header.getValue()) {
        response.addHeader(header.getKey(), value);
      }
    }
  }

  /** Answers what a direct route has thrown, as Jersey would: by the application's own mappers. */
  void failed(ExceptionMappers mappers, Throwable failure) throws IOException {
    Response answer = mappers.findMapping(failure).toResponse(failure);
    if (isTaken()) {
      return;
    }
    head(answer.getStatus(), answer.getStringHeaders());
    if (answer.getEntity() instanceof byte[] body) { // nothing else is what our mappers give
      response.setContentLength(body.length);
      response.getOutputStream().write(body);
    }
  }

  @Override
  public void commit() {
    if (!isTaken()) {
      try {
        response.flushBuffer();
      } catch (IOException e) {
        LOG.debug("A client was gone before it had its answer", e);
      }
    }
  }

  /** What no mapper took; resources of this program never leave it at that. */
  @Override
  public void failure(Throwable cause) {
    LOG.error("A request failed without an answer", cause);
    if (!isTaken()) {
      response.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
    }
  }

  /** No resource of this program asks for it; those that wait use the servlet's own way. */
  @Override
  public boolean suspend(long timeout, TimeUnit unit, TimeoutHandler handler) {
    return false;
  }

  @Override
  public void setSuspendTimeout(long timeout, TimeUnit unit) {
    throw new IllegalStateException("Nothing is suspended");
  }

  /** Jersey then knows the length of an answer before it begins. */
  @Override
  public boolean enableResponseBuffering() {
    return true;
  }
}
