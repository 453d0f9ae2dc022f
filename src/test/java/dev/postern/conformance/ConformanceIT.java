package dev.postern.conformance;

import dev.postern.testing.server.AdminAccess;
import dev.postern.testing.server.RunningPostern;
import java.net.URI;

/** The suites against Tomcat. */
class ConformanceIT extends ConformanceContract {
  private RunningPostern postern;

  @Override
  AdminAccess startServer() {
    postern = RunningPostern.start();
    return new AdminAccess(postern.uri(""), "ops", "secret");
  }

  @Override
  URI endpoint() {
    return postern.uri("/mcp");
  }

  @Override
  void stopServer() {
    if (postern != null) {
      postern.close();
    }
  }
}
