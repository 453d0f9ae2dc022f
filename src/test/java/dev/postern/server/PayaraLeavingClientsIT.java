package dev.postern.server;

import dev.postern.testing.server.AdminAccess;
import dev.postern.testing.server.PayaraServer;
import dev.postern.testing.server.RunningJvm;
import java.net.URI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class PayaraLeavingClientsIT extends LeavingClientsContract {
  private static PayaraServer payara;

  @BeforeAll
  static void start() throws Exception {
    payara = PayaraServer.start(LeavingClientsContract.SETTINGS);
  }

  @AfterAll
  static void stop() throws Exception {
    payara.close();
  }

  @Override
  URI uri(String path) {
    return payara.uri(path);
  }

  @Override
  RunningJvm jvm() {
    return payara.jvm();
  }

  @Override
  AdminAccess admin() {
    return payara.admin();
  }
}
