package dev.postern.security.inbound;

import dev.postern.security.Principal;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;

/**
 * Stands in front of every MCP endpoint: refuses with 403 what {@link ClientAccess} does not let
 * in, and says who the rest is.
 */
public final class McpGuard extends HttpFilter {
  private static final long serialVersionUID = 1;

  private static final String PRINCIPAL = McpGuard.class.getName() + ".principal";

  private final transient ClientAccess access;
  private final transient Function<String, byte[]> refusalBody;

  /**
   * @param refusalBody makes the JSON body of a refusal from its reason
   */
  public McpGuard(ClientAccess access, Function<String, byte[]> refusalBody) {
    this.access = access;
    this.refusalBody = refusalBody;
  }

  /** Who sent a request that passed the guard. */
  public static Principal principal(HttpServletRequest request) {
    return (Principal) request.getAttribute(PRINCIPAL);
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    Optional<String> refusal =
        access.refusal(
            request.getRemoteAddr(),
            isForwarded(request),
            request.getHeader("Host"),
            request.getHeader("Origin"));
    if (refusal.isPresent()) {
      byte[] body = refusalBody.apply(refusal.get());
      response.setStatus(HttpServletResponse.SC_FORBIDDEN);
      response.setContentType("application/json");
      response.setContentLength(body.length);
      response.getOutputStream().write(body);
      return;
    }
    request.setAttribute(PRINCIPAL, Principal.ANONYMOUS);
    chain.doFilter(request, response);
  }

  /** A proxy on this machine makes every caller look local; it tells by one of these headers. */
  private static boolean isForwarded(HttpServletRequest request) {
    return request.getHeader("X-Forwarded-For") != null
        || request.getHeader("Forwarded") != null
        || request.getHeader("X-Real-IP") != null
        || request.getHeader("Via") != null;
  }
}
