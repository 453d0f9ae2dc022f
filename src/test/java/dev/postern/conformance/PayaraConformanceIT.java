package dev.postern.conformance;

import dev.postern.testing.server.AdminAccess;
import dev.postern.testing.server.PayaraServer;
import java.net.URI;
import java.util.Map;

/** The suites against Payara, which brings its own Jersey. */
class PayaraConformanceIT extends ConformanceContract {
  private PayaraServer server;

  @Override
  AdminAccess startServer() throws Exception {
    server = PayaraServer.start(Map.of());
    return server.admin();
  }

  @Override
  URI endpoint() {
    return server.uri("/mcp");
  }

  @Override
  void stopServer() throws Exception {
    if (server != null) {
      server.close();
    }
  }
}
