package dev.postern.security.inbound;

import dev.postern.security.ClientHeaders;
import dev.postern.security.Principal;
import dev.postern.security.WantedHeaders;
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
 * in, lets pages of allowed origins read what they are answered, and says who the rest is.
 */
public final class McpGuard extends HttpFilter {
  private static final long serialVersionUID = 1;

  private static final String PRINCIPAL = McpGuard.class.getName() + ".principal";
  private static final String HEADERS = McpGuard.class.getName() + ".headers";

  private final transient ClientAccess access;
  private final transient Function<String, byte[]> refusalBody;
  private final transient WantedHeaders wanted;

  /**
   * @param refusalBody makes the JSON body of a refusal from its reason
   * @param wanted headers that some tool passes on
   */
  public McpGuard(ClientAccess access, Function<String, byte[]> refusalBody, WantedHeaders wanted) {
    this.access = access;
    this.refusalBody = refusalBody;
    this.wanted = wanted;
  }

  /** Who sent a request that passed the guard. */
  public static Principal principal(HttpServletRequest request) {
    return (Principal) request.getAttribute(PRINCIPAL);
  }

  /** Those of its headers that some tool passes on. */
  public static ClientHeaders headers(HttpServletRequest request) {
    return request.getAttribute(HEADERS) instanceof ClientHeaders headers
        ? headers
        : ClientHeaders.NONE;
  }

  /** All of its headers, for a connection that it opens. */
  public static ClientHeaders allHeaders(HttpServletRequest request) {
    return WantedHeaders.all(request.getHeaderNames(), request::getHeaders);
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    String host = request.getHeader("Host");
    String origin = request.getHeader("Origin");
    boolean ofAllowedPage = origin != null && access.allowsPagesOf(origin, host);
    if (ofAllowedPage) {
      CrossOrigin.allow(origin, response); // refusals too: the page shall see why
    } else if (!access.origins().isEmpty()) {
      response.addHeader("Vary", "Origin");
    }
    Optional<String> refusal =
        access.refusal(request.getRemoteAddr(), isForwarded(request), host, origin);
    if (refusal.isPresent()) {
      byte[] body = refusalBody.apply(refusal.get());
      response.setStatus(HttpServletResponse.SC_FORBIDDEN);
      response.setContentType("application/json");
      response.setContentLength(body.length);
      response.getOutputStream().write(body);
      return;
    }
    if (ofAllowedPage && CrossOrigin.isPreflight(request)) {
      CrossOrigin.answerPreflight(request, response);
      return;
    }
    request.setAttribute(PRINCIPAL, Principal.ANONYMOUS);
    ClientHeaders headers = wanted.of(request::getHeaders);
    if (headers != ClientHeaders.NONE) {
      request.setAttribute(HEADERS, headers);
    }
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
