package dev.postern.transport.websocket;

import dev.postern.security.ClientHeaders;
import dev.postern.security.Principal;
import dev.postern.security.inbound.McpGuard;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Stands before the server's own filter that upgrades connections: tells requests that do not ask
 * for a WebSocket so, and keeps those at hand that do. Whether it comes before the guard or after
 * it differs from server to server; the guard is asked only where both are passed.
 */
final class Handshakes extends HttpFilter {
  private static final long serialVersionUID = 1;

  private final transient ThreadLocal<HttpServletRequest> current = new ThreadLocal<>();

  /** Who is calling, while the server carries the handshake out on this thread. */
  Principal caller() {
    return McpGuard.principal(current.get());
  }

  /** All headers of the handshake that is carried out on this thread. */
  ClientHeaders headers() {
    return McpGuard.allHeaders(current.get());
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (!"websocket".equalsIgnoreCase(request.getHeader("Upgrade"))) {
      response.setHeader("Upgrade", "websocket");
      response.setStatus(426); // RFC 9110, 15.5.22
      response.setContentLength(0);
      return;
    }
    current.set(request);
    try {
      chain.doFilter(request, response);
    } finally {
      current.remove();
    }
  }
}
