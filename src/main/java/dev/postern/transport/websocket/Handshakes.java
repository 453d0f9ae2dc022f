package dev.postern.transport.websocket;

import dev.postern.security.Principal;
import dev.postern.security.inbound.McpGuard;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Stands between the guard and the server's own filter that upgrades connections: tells requests
 * that do not ask for a WebSocket so, and keeps at hand who sent those that do.
 */
final class Handshakes extends HttpFilter {
  private static final long serialVersionUID = 1;

  private final transient ThreadLocal<Principal> caller = new ThreadLocal<>();

  /** Who is calling, while the server carries the handshake out on this thread. */
  Principal caller() {
    return caller.get();
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
    caller.set(McpGuard.principal(request));
    try {
      chain.doFilter(request, response);
    } finally {
      caller.remove();
    }
  }
}
