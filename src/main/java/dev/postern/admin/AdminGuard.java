package dev.postern.admin;

import dev.postern.security.inbound.RequestBody;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Stands before everything below {@code /admin}. The container has checked the login; a browser
 * sends that with every request, whoever caused it, so this filter refuses what other sites caused
 * and tells the browser what the console's pages may do.
 */
public final class AdminGuard extends HttpFilter {
  private static final long serialVersionUID = 1;

  /** Nothing but our own files; no inline script or style, nobody may frame us. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; font-src 'self'; worker-src 'self'; base-uri 'none';"
          + " form-action 'self'; frame-ancestors 'none'";

  private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

  private final transient List<String> publicOrigins;

  /**
   * @param publicOrigins origins under which proxies offer this server, for instance {@code
   *     https://tools.example.com}; the origin that a request itself names is always right
   */
  public AdminGuard(Collection<String> publicOrigins) {
    this.publicOrigins =
        publicOrigins.stream().map(origin -> origin.toLowerCase(Locale.ROOT)).toList();
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    addHeaders(response);
    String method = request.getMethod();
    String reason = READING.contains(method) ? whyNotRead(request) : whyNotWrite(request);
    if (reason != null) {
      JsonRefusal.send(response, 403, "cross_site", reason);
    } else if (method.equals("TRACE")) {
      JsonRefusal.send(response, 405, "method_not_allowed", "TRACE is switched off");
    } else if (method.equals("POST") && !RequestBody.isJson(request)) {
      // An HTML form of another site cannot send this type without asking first (CORS).
      JsonRefusal.send(
          response,
          415,
          "unsupported_media_type",
          "The body must be sent as Content-Type: application/json");
    } else {
      chain.doFilter(request, response);
    }
  }

  private static void addHeaders(HttpServletResponse response) {
    response.setHeader("Content-Security-Policy", POLICY);
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("X-Frame-Options", "DENY");
    response.setHeader("Referrer-Policy", "no-referrer");
    response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
    response.setHeader("Cache-Control", "no-cache"); // files keep their tags; answers say no-store
  }

  /** Links to the console from elsewhere are welcome; other sites embedding or fetching are not. */
  private static String whyNotRead(HttpServletRequest request) {
    String site = request.getHeader("Sec-Fetch-Site");
    if (site == null || site.equals("same-origin") || site.equals("none")) {
      return null;
    }
    boolean link =
        "navigate".equals(request.getHeader("Sec-Fetch-Mode"))
            && "document".equals(request.getHeader("Sec-Fetch-Dest"));
    return link ? null : "This was requested by a page of another site (" + site + ")";
  }

  private String whyNotWrite(HttpServletRequest request) {
    String site = request.getHeader("Sec-Fetch-Site");
    if (site != null && !site.equals("same-origin")) {
      return "Changes may only come from the console's own pages, not from another site";
    }
    String origin = request.getHeader("Origin");
    if (origin == null || isOurs(origin.toLowerCase(Locale.ROOT), request)) {
      return null;
    }
    return "The origin "
        + origin
        + " is not this server's ("
        + originOf(request)
        + "); behind a proxy, name the public origin in the settings";
  }

  private boolean isOurs(String origin, HttpServletRequest request) {
    return origin.equals(originOf(request)) || publicOrigins.contains(origin);
  }

  /** As browsers write it: lower case, the scheme's own port left out (RFC 6454 §6). */
  private static String originOf(HttpServletRequest request) {
    String scheme = request.getScheme().toLowerCase(Locale.ROOT);
    int port = request.getServerPort();
    boolean usual = port == (scheme.equals("https") ? 443 : 80);
    String host = request.getServerName().toLowerCase(Locale.ROOT);
    return scheme + "://" + host + (usual ? "" : ":" + port);
  }
}
