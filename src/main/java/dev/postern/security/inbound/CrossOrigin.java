package dev.postern.security.inbound;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.regex.Pattern;

/**
 * What browsers want to be told before a page of another origin may call and read (Fetch standard,
 * CORS protocol). Cookies are never asked for, so nothing is said about credentials.
 */
final class CrossOrigin {
  private static final String METHODS = "GET, POST, DELETE, OPTIONS";

  private static final String HEADERS =
      "Accept, Authorization, Content-Type, Last-Event-ID, Mcp-Session-Id, MCP-Protocol-Version,"
          + " Mcp-Method, Mcp-Name, traceparent, tracestate, baggage";

  /** Without these a page could not go on with its session, or log in. */
  private static final String READABLE = "Mcp-Session-Id, WWW-Authenticate, MCP-Protocol-Version";

  /** Headers that repeat arguments; only tools know their names (2026-07-28, x-mcp-header). */
  private static final Pattern PARAM = Pattern.compile("(?i)mcp-param-[a-z0-9!#$%&'*+.^_`|~-]+");

  /** Two hours; no browser keeps it longer. */
  private static final String MAX_AGE_SECONDS = "7200";

  private CrossOrigin() {}

  static void allow(String origin, HttpServletResponse response) {
    response.setHeader("Access-Control-Allow-Origin", origin);
    response.addHeader("Vary", "Origin");
    response.setHeader("Access-Control-Expose-Headers", READABLE);
  }

  /** Whether a browser asks first, on its own account: such a request has no login. */
  static boolean isPreflight(HttpServletRequest request) {
    return request.getMethod().equals("OPTIONS")
        && request.getHeader("Access-Control-Request-Method") != null;
  }

  static void answerPreflight(HttpServletRequest request, HttpServletResponse response) {
    response.addHeader("Vary", "Access-Control-Request-Headers");
    response.setHeader("Access-Control-Allow-Methods", METHODS);
    response.setHeader("Access-Control-Allow-Headers", headers(request));
    response.setHeader("Access-Control-Max-Age", MAX_AGE_SECONDS);
    response.setStatus(HttpServletResponse.SC_NO_CONTENT);
  }

  private static String headers(HttpServletRequest request) {
    StringBuilder allowed = new StringBuilder(HEADERS);
    String requested = request.getHeader("Access-Control-Request-Headers");
    if (requested != null) {
      for (String name : requested.split(",")) {
        if (PARAM.matcher(name.strip()).matches()) {
          allowed.append(", ").append(name.strip());
        }
      }
    }
    return allowed.toString();
  }
}
