package dev.postern.testing.database;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.tools.Server;

/** H2 on a port, as several nodes would share it, so that tests can take it down. */
public final class H2Server implements DatabaseServer {
  private static final String USER = "postern";
  private static final String DRIVER = "org.h2.Driver";

  private final int port = ServerProcess.freePort();
  private final Path data = MySqlUnpacked.freshFolder("h2-data");
  private final AtomicInteger databases = new AtomicInteger();
  private Server server;

  H2Server() {
    System.setProperty("h2.bindAddress", "127.0.0.1"); // read when its first class loads
    start();
  }

  @Override
  public TestDatabase freshDatabase() {
    String url = "jdbc:h2:tcp://127.0.0.1:" + port + "/./test" + databases.incrementAndGet();
    return new TestDatabase(url, DRIVER, USER, USER);
  }

  @Override
  public void stop() {
    server.stop();
  }

  @Override
  public void start() {
    try {
      String[] options = {
        "-tcpPort", Integer.toString(port), "-ifNotExists", "-baseDir", data.toString()
      };
      server = Server.createTcpServer(options).start();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
