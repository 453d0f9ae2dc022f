package dev.postern.server;

import dev.postern.testing.database.TestDatabase;
import dev.postern.testing.server.FreePort;
import dev.postern.testing.server.TomcatServer;
import dev.postern.testing.server.TomcatSetup;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Prepares the server that {@code arquillian.launch} names, before Arquillian starts it: free
 * ports, a started database, and the files of {@code tomcat-conf/} with that database filled in, as
 * operations would do it. Must stand before Arquillian's own extension.
 */
final class ServerUnderTest implements BeforeAllCallback {
  static final String ADMIN_PASSWORD = "Castle-17";

  /** Bound as docs/operations.md says, under the name WEATHER_API_TOKEN. */
  static final String SECRET = "Portcullis-42";

  private BoundDatabase database;
  private int port;

  @Override
  public void beforeAll(ExtensionContext context) throws Exception {
    database = BoundDatabase.fresh();
    port = FreePort.find();
    System.setProperty("server.port", Integer.toString(port));
    String server = System.getProperty("arquillian.launch");
    switch (server) {
      case "tomcat10" -> prepare(TomcatServer.tomcat10());
      case "tomcat11" -> prepare(TomcatServer.tomcat11());
      case "payara" -> preparePayara();
      default -> throw new IllegalStateException("Nobody knows the server " + server);
    }
  }

  /** Where the WAR answers; Arquillian's own notion of it names the machine's public address. */
  URI uri(String path) {
    return URI.create("http://127.0.0.1:" + port + "/postern" + path);
  }

  TestDatabase database() {
    return database.database();
  }

  private void prepare(TomcatSetup setup) throws IOException {
    String context =
        Files.readString(Path.of("tomcat-conf", "context.xml"))
            .replaceFirst("(?s)<!--\\s+(<Environment [^>]*/>)\\s+-->", "$1")
            .replaceFirst("(?s)(<Environment [^>]*)CHANGE-ME", "$1" + SECRET);
    Path base =
        setup
            .withManager()
            .user("admin", ADMIN_PASSWORD, "postern-admin")
            .defaultContext(database.fillIn(context))
            .write(port);
    System.setProperty("server.home", setup.home().toString());
    System.setProperty("server.base", base.toString());
    System.setProperty("server.jmx.port", Integer.toString(FreePort.find()));
  }

  /** The line of docs/operations.md. */
  private static String customResource() throws IOException {
    String guide = Files.readString(Path.of("docs", "operations.md"));
    Matcher line = Pattern.compile("(?m)^ *(create-custom-resource .*)$").matcher(guide);
    if (!line.find()) {
      throw new IllegalStateException("docs/operations.md does not bind a secret on Payara");
    }
    return line.group(1).replace("CHANGE-ME", SECRET) + "\n";
  }

  private void preparePayara() throws IOException {
    Path base = Files.createTempDirectory(Files.createDirectories(Path.of("target", "payara")), "");
    Path conf = Path.of("tomcat-conf", "payara");
    Path preboot = base.resolve("preboot.txt").toAbsolutePath();
    Files.copy(conf.resolve("micro-preboot.txt"), preboot);
    Path password =
        Files.writeString(base.resolve("password"), "AS_ADMIN_USERPASSWORD=" + ADMIN_PASSWORD);
    Path postboot = base.resolve("postboot.txt").toAbsolutePath();
    Files.writeString(
        postboot,
        database
                .fillIn(Files.readString(conf.resolve("micro-postboot.txt")))
                .replace("PASSWORD-FILE", password.toAbsolutePath().toString())
            + customResource());
    System.setProperty(
        "server.options",
        String.join(
            " ",
            "--port " + port,
            "--prebootcommandfile " + preboot,
            "--postbootcommandfile " + postboot,
            "--addlibs " + BoundDatabase.driver(),
            "--rootdir " + base.resolve("root").toAbsolutePath()));
  }
}
