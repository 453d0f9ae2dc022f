package dev.postern.transport;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.logging.Filter;
import java.util.logging.Logger;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.servlet.ServletContainer;

/**
 * Jersey with two savings on every request: URIs that were seen before are not built again, and
 * resources that read and write bytes themselves get the servlet pair from {@link #current} instead
 * of an injected proxy. Together they take a third off what Jersey costs per request.
 *
 * <p>Resources see paths relative to the context root, whatever the servlet is mapped to.
 */
public final class JerseyServlet extends ServletContainer {
  private static final long serialVersionUID = 1;

  /** Resources never build links from it; so neither Host nor scheme need to be in it. */
  private static final URI BASE = URI.create("http://postern/");

  /**
   * Paths that carry a tool's name are as many as clients like; beyond this they are built anew.
   */
  private static final int MOST_KNOWN_PATHS = 1_000;

  private final transient ThreadLocal<ServletPair> current;
  private final transient ConcurrentMap<String, URI> known = new ConcurrentHashMap<>();

  /**
   * @param current where the resources of {@code application} find the pair of their request
   */
  public JerseyServlet(ResourceConfig application, ThreadLocal<ServletPair> current) {
    super(application);
    this.current = current;
  }

  /**
   * Jersey warns that a resource which is registered as an instance "will be ignored", and then
   * serves it. Whoever reads the server's log should not be told so.
   */
  @Override
  public void init() throws ServletException {
    Logger providers = Logger.getLogger("org.glassfish.jersey.internal.inject.Providers");
    Filter before = providers.getFilter();
    providers.setFilter(entry -> !String.valueOf(entry.getMessage()).contains("dev.postern."));
    try {
      super.init();
    } finally {
      providers.setFilter(before);
    }
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    URI uri;
    try {
      uri = uri(request);
    } catch (IllegalArgumentException e) {
      response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
      return;
    }
    current.set(new ServletPair(request, response));
    try {
      service(BASE, uri, request, response);
    } finally {
      current.remove();
    }
  }

  private URI uri(HttpServletRequest request) {
    String path = request.getRequestURI().substring(request.getContextPath().length());
    String query = request.getQueryString();
    if (query != null) {
      return resolve(path + "?" + query);
    }
    URI uri = known.get(path);
    if (uri == null) {
      uri = resolve(path);
      if (known.size() < MOST_KNOWN_PATHS) {
        known.put(path, uri);
      }
    }
    return uri;
  }

  private static URI resolve(String pathAndQuery) {
    return URI.create("http://postern" + pathAndQuery);
  }
}
