package dev.postern.server;

import dev.postern.testing.server.AdminAccess;
import dev.postern.testing.server.RunningJvm;
import dev.postern.testing.server.TomcatServer;
import dev.postern.testing.server.TomcatSetup;
import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class StalledReadersIT extends StalledReadersContract {
  private static TomcatServer tomcat;

  @BeforeAll
  static void start() throws IOException {
    TomcatSetup setup =
        TomcatServer.tomcat10().deploy("/postern").user("ops", "secret", "postern-admin");
    LeavingClientsContract.SETTINGS.forEach(setup::systemProperty);
    tomcat = setup.start();
  }

  @AfterAll
  static void stop() throws IOException {
    tomcat.close();
  }

  @Override
  URI uri(String path) {
    return tomcat.uri(path);
  }

  @Override
  RunningJvm jvm() {
    return tomcat.jvm();
  }

  @Override
  AdminAccess admin() {
    return new AdminAccess(tomcat.uri(""), "ops", "secret");
  }
}
