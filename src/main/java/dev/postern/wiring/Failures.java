package dev.postern.wiring;

import dev.postern.admin.rest.AdminErrors;
import dev.postern.transport.ServletPair;
import dev.postern.transport.streamable.McpErrors;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.io.IOException;

/** Words each failure of a resource as the clients of its path expect it. */
final class Failures implements ExceptionMapper<Throwable> {
  private final ThreadLocal<ServletPair> current;
  private final AdminErrors plain = new AdminErrors();

  Failures(ThreadLocal<ServletPair> current) {
    this.current = current;
  }

  @Override
  public Response toResponse(Throwable failure) {
    // An IOException is the connection's: nobody is left to read an answer.
    return speaksRpc(current.get().request()) && !(failure instanceof IOException)
        ? McpErrors.response(failure)
        : plain.toResponse(failure);
  }

  private static boolean speaksRpc(HttpServletRequest request) {
    String path = request.getRequestURI().substring(request.getContextPath().length());
    return path.startsWith("/mcp") && !path.startsWith("/mcp/tools");
  }
}
