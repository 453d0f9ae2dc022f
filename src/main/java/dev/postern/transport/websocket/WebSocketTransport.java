package dev.postern.transport.websocket;

import dev.postern.transport.CallThreads;
import dev.postern.transport.Connections;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Extension;
import jakarta.websocket.HandshakeResponse;
import jakarta.websocket.server.HandshakeRequest;
import jakarta.websocket.server.ServerContainer;
import jakarta.websocket.server.ServerEndpointConfig;
import java.util.EnumSet;
import java.util.List;

/** Offers WebSockets at one path, with the server's own implementation of them. */
public final class WebSocketTransport extends ServerEndpointConfig.Configurator {

  /** Under which name the servlet context holds the server's implementation, if it has one. */
  public static final String SERVER_CONTAINER = "jakarta.websocket.server.ServerContainer";

  private static final String PATH = "/mcp/ws";

  private final Connections connections;
  private final CallThreads threads;
  private final int limit;
  private final Handshakes handshakes = new Handshakes();

  /**
   * @param limit most bytes of one message
   */
  public WebSocketTransport(Connections connections, CallThreads threads, int limit) {
    this.connections = connections;
    this.threads = threads;
    this.limit = limit;
  }

  /** Must come after the guard's own filter was registered. */
  public void register(ServletContext context) {
    FilterRegistration.Dynamic filter = context.addFilter("postern-websocket", handshakes);
    filter.setAsyncSupported(true);
    filter.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, PATH);
    ServerEndpointConfig config =
        ServerEndpointConfig.Builder.create(McpSocket.class, PATH)
            .subprotocols(List.of("mcp"))
            .configurator(this)
            .build();
    try {
      ((ServerContainer) context.getAttribute(SERVER_CONTAINER)).addEndpoint(config);
    } catch (DeploymentException e) {
      throw new IllegalStateException("WebSockets cannot be served at " + PATH, e);
    }
  }

  @Override
  public <T> T getEndpointInstance(Class<T> type) {
    return type.cast(new McpSocket(connections, threads, limit));
  }

  /** None: compression would cost each connection 300 KB. */
  @Override
  public List<Extension> getNegotiatedExtensions(
      List<Extension> installed, List<Extension> requested) {
    return List.of();
  }

  /** The guard has looked at Origin and Host already. */
  @Override
  public boolean checkOrigin(String origin) {
    return true;
  }

  @Override
  public void modifyHandshake(
      ServerEndpointConfig config, HandshakeRequest request, HandshakeResponse response) {
    config.getUserProperties().put(McpSocket.PRINCIPAL, handshakes.caller());
    config.getUserProperties().put(McpSocket.HEADERS, handshakes.headers());
  }
}
