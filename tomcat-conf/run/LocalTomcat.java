import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.logging.FileHandler;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * The Tomcat distribution, started inside this process, so that whatever ends the process ends it.
 *
 * @param home the unpacked distribution
 * @param base the folder that this one Tomcat writes to; its data stays from run to run
 * @param conf {@code tomcat-conf/run} of the source tree
 */
record LocalTomcat(Path home, Path base, Path conf) {

  void prepare(Path war, String password) throws IOException {
    Files.createDirectories(base.resolve("conf"));
    Files.createDirectories(base.resolve("logs"));
    Files.createDirectories(base.resolve("temp"));
    Files.createDirectories(base.resolve("webapps"));
    copy(conf.resolve("server.xml"), "conf/server.xml");
    copy(home.resolve("conf/web.xml"), "conf/web.xml");
    copy(war, "webapps/postern.war");
    Files.writeString(base.resolve("conf/catalina.properties"), catalinaProperties());
    Files.writeString(
        base.resolve("conf/tomcat-users.xml"),
        "<tomcat-users xmlns=\"http://tomcat.apache.org/xml\" version=\"1.0\">\n"
            + ("  <user username=\"admin\" password=\""
                + password
                + "\" roles=\"postern-admin\"/>\n")
            + "</tomcat-users>\n");
  }

  private void copy(Path from, String to) throws IOException {
    Files.copy(from, base.resolve(to), StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * Tomcat's start script puts two jars on the class path of the JVM; here they are not on it, so
   * Tomcat's own class loader gets them.
   */
  private String catalinaProperties() throws IOException {
    return Files.readString(home.resolve("conf/catalina.properties"))
        .replaceFirst(
            "(?m)^common.loader=",
            "common.loader=\"\\${catalina.home}/bin/bootstrap.jar\","
                + "\"\\${catalina.home}/bin/tomcat-juli.jar\",");
  }

  /** Returns when everything is deployed and the port is open. */
  void start(int port) throws ReflectiveOperationException, IOException {
    logToFile();
    System.setProperty("catalina.home", home.toString());
    System.setProperty("catalina.base", base.toString());
    System.setProperty("java.io.tmpdir", base.resolve("temp").toString());
    if (System.getProperty("postern.upstream.open") == null) {
      System.setProperty("postern.upstream.open", "loopback"); // the sample service is here
    }
    // Not postern.*: Postern takes those for its settings.
    System.setProperty("run.port", Integer.toString(port));
    URL[] jars = {url("bin/bootstrap.jar"), url("bin/tomcat-juli.jar")};
    // Open until the process ends, as Tomcat's classes are needed until then.
    @SuppressWarnings("resource")
    ClassLoader loader = new URLClassLoader(jars, ClassLoader.getPlatformClassLoader());
    Thread.currentThread().setContextClassLoader(loader);
    Class<?> type = loader.loadClass("org.apache.catalina.startup.Bootstrap");
    Object bootstrap = type.getDeclaredConstructor().newInstance();
    type.getMethod("init").invoke(bootstrap);
    type.getMethod("start").invoke(bootstrap);
  }

  private URL url(String file) throws IOException {
    return home.resolve(file).toUri().toURL();
  }

  /** Keeps Tomcat's log off the terminal, where it would bury what the user has to read. */
  private void logToFile() throws IOException {
    System.setProperty(
        "java.util.logging.SimpleFormatter.format", "%1$tF %1$tT.%1$tL %4$s [%3$s] %5$s%6$s%n");
    LogManager.getLogManager().reset();
    Handler file = new FileHandler(logFile().toString().replace("%", "%%"), false);
    file.setFormatter(new SimpleFormatter());
    Logger.getLogger("").addHandler(file);
  }

  Path logFile() {
    return base.resolve("logs").resolve("postern.log");
  }

  Path dataFolder() {
    return base.resolve("postern-data");
  }
}
