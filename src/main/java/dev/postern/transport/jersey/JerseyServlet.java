package dev.postern.transport.jersey;

import dev.postern.transport.Gate;
import dev.postern.transport.ServletPair;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.logging.Filter;
import java.util.logging.Logger;
import org.glassfish.jersey.server.ApplicationHandler;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.spi.Container;
import org.glassfish.jersey.spi.ExceptionMappers;

/**
 * Hands requests to Jersey's resources. Those that read and write bytes themselves find the servlet
 * pair of their request in {@code current}. Resources see paths relative to the context root,
 * whatever the servlet is mapped to.
 */
public final class JerseyServlet extends HttpServlet implements Container {
  private static final long serialVersionUID = 1;

  /** Resources never build links from it; so neither Host nor scheme need to be in it. */
  private static final URI BASE = URI.create("http://postern/");

  /**
   * Paths that carry a tool's name are as many as clients like; beyond this they are built anew.
   */
  private static final int MOST_KNOWN_PATHS = 1_000;

  private final transient ResourceConfig application;
  private final transient ThreadLocal<ServletPair> current;
  private final transient Gate gate;
  private final transient Runnable onDestroy;
  private final transient ConcurrentMap<String, URI> known = new ConcurrentHashMap<>();
  private final transient ParsedHeaders parsed = new ParsedHeaders();
  private transient volatile ApplicationHandler handler;
  private transient volatile DirectRoutes direct;

  /**
   * @param current where the resources of {@code application} find the pair of their request
   * @param gate where requests are counted, and refused once it is shut
   * @param onDestroy lets requests come to their end; servers destroy servlets before they tell
   *     anybody else that the program ends
   */
  public JerseyServlet(
      ResourceConfig application, ThreadLocal<ServletPair> current, Gate gate, Runnable onDestroy) {
    this.application = application;
    this.current = current;
    this.gate = gate;
    this.onDestroy = onDestroy;
  }

  /**
   * Jersey warns that a resource which is registered as an instance "will be ignored", and then
   * serves it. Whoever reads the server's log should not be told so.
   */
  @Override
  public void init() {
    Logger providers = Logger.getLogger("org.glassfish.jersey.internal.inject.Providers");
    Filter before = providers.getFilter();
    providers.setFilter(entry -> !String.valueOf(entry.getMessage()).contains("dev.postern."));
    try {
      handler = new ApplicationHandler(application);
      handler.onStartup(this);
      direct = DirectRoutes.of(application);
    } finally {
      providers.setFilter(before);
    }
  }

  @Override
  public void destroy() {
    onDestroy.run();
    if (handler != null) {
      handler.onShutdown(this);
    }
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!gate.enter()) {
      response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
      response.setHeader("Retry-After", "5"); // seconds; a restart takes about as long
      return;
    }
    current.set(new ServletPair(request, response));
    try {
      String path = request.getRequestURI().substring(request.getContextPath().length());
      DirectRoutes.Route route = direct.find(path, request.getMethod());
      if (route == null) {
        search(path, request, response);
      } else {
        run(route, request, response);
      }
    } finally {
      current.remove();
      gate.leave();
    }
  }

  private void search(String path, HttpServletRequest request, HttpServletResponse response) {
    URI uri;
    try {
      uri = uri(path, request.getQueryString());
    } catch (IllegalArgumentException e) {
      response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
      return;
    }
    JerseyRequest ours = new JerseyRequest(BASE, uri, request, handler.getConfiguration(), parsed);
    ours.setWriter(new JerseyAnswer(request, response));
    handler.handle(ours);
  }

  private void run(
      DirectRoutes.Route route, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    try {
      route.run();
    } catch (Throwable failure) {
      new JerseyAnswer(request, response)
          .failed(handler.getInjectionManager().getInstance(ExceptionMappers.class), failure);
    }
  }

  private URI uri(String path, String query) {
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

  @Override
  public ResourceConfig getConfiguration() {
    return handler.getConfiguration();
  }

  @Override
  public ApplicationHandler getApplicationHandler() {
    return handler;
  }

  @Override
  public void reload() {
    throw new UnsupportedOperationException("The resources never change while they are served");
  }

  @Override
  public void reload(ResourceConfig configuration) {
    reload();
  }
}
