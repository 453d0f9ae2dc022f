package dev.postern.testing.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a {@link TomcatServer} shall be like. Without any call it is a plain Tomcat with {@code
 * target/postern.war} copied to {@code webapps/postern.war} and nothing configured.
 */
public final class TomcatSetup {

  /** Where the build unpacks its servers. */
  static final Path SERVERS = Path.of("target", "servers").toAbsolutePath();

  final Path home;
  final List<Deployment> deployments = new ArrayList<>();
  final List<User> users = new ArrayList<>();
  final List<String> jvmOptions = new ArrayList<>();
  final List<Path> libraries = new ArrayList<>();
  final Map<String, String> systemProperties = new LinkedHashMap<>();
  final Map<String, String> environment = new LinkedHashMap<>();
  String defaultContext = "";
  String connector = "";
  Path java = Path.of(System.getProperty("java.home"));
  boolean manager;

  TomcatSetup(String version) {
    home = SERVERS.resolve("apache-tomcat-" + version);
    if (!Files.isDirectory(home)) {
      throw new IllegalStateException(
          home + " is missing; `mvn pre-integration-test` unpacks it from the Maven repository");
    }
  }

  /** {@code target/postern.war} at this context path, {@code ""} or {@code "/"} for the root. */
  public TomcatSetup deploy(String contextPath) {
    return deploy(Path.of("target", "postern.war"), contextPath, "");
  }

  /**
   * Copies a WAR into {@code webapps/}. May be called several times; the first one is where {@link
   * TomcatServer#uri} points.
   *
   * @param contextXml what stands inside the {@code <Context>} element of its descriptor in {@code
   *     conf/Catalina/localhost}, such as {@code <Resource/>} and {@code <Parameter/>}; empty for
   *     no descriptor at all
   */
  public TomcatSetup deploy(Path war, String contextPath, String contextXml) {
    deployments.add(new Deployment(war, contextPath, contextXml));
    return this;
  }

  /** The same for {@code target/postern.war}. */
  public TomcatSetup deploy(String contextPath, String contextXml) {
    return deploy(Path.of("target", "postern.war"), contextPath, contextXml);
  }

  /** Somebody who may log in; roles separated by commas, for instance {@code postern-admin}. */
  public TomcatSetup user(String name, String password, String roles) {
    users.add(new User(name, password, roles));
    return this;
  }

  public TomcatSetup systemProperty(String name, String value) {
    systemProperties.put(name, value);
    return this;
  }

  /** For the JVM itself, such as {@code -Xmx1g}. */
  public TomcatSetup jvmOption(String option) {
    jvmOptions.add(option);
    return this;
  }

  public TomcatSetup environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** A jar for the server's own {@code lib} folder, as operations would put a JDBC driver. */
  public TomcatSetup library(Path jar) {
    libraries.add(jar);
    return this;
  }

  /** Tomcat's own manager application, with a user {@code manager} of the same password. */
  public TomcatSetup withManager() {
    manager = true;
    return user("manager", "manager", "manager-script,manager-jmx");
  }

  /** The whole {@code conf/context.xml}, which holds for every application of the server. */
  public TomcatSetup defaultContext(String xml) {
    defaultContext = xml;
    return this;
  }

  /** Further attributes of the {@code <Connector>}, as they stand in {@code server.xml}. */
  public TomcatSetup connector(String attributes) {
    connector = attributes;
    return this;
  }

  /** Runs on this JDK and not on that of the test. */
  public TomcatSetup javaHome(Path javaHome) {
    java = javaHome;
    return this;
  }

  /** Starts it; returns when it answers. */
  public TomcatServer start() throws IOException {
    if (deployments.isEmpty()) {
      deploy("/postern");
    }
    return TomcatServer.start(this);
  }

  /** Starts it without any application but the manager, to which one can be given later. */
  public TomcatServer startEmpty() throws IOException {
    return TomcatServer.start(withManager());
  }

  /** Writes its {@code CATALINA_BASE} for somebody else to start it on this port. */
  public Path write(int port) throws IOException {
    return CatalinaBase.write(this, port);
  }

  /** Its {@code CATALINA_HOME}. */
  public Path home() {
    return home;
  }

  record User(String name, String password, String roles) {}

  record Deployment(Path war, String contextPath, String contextXml) {

    Deployment {
      contextPath = "/".equals(contextPath) ? "" : contextPath;
    }

    /** As Tomcat derives a context path from a file's name. */
    String baseName() {
      return contextPath.isEmpty() ? "ROOT" : contextPath.substring(1).replace('/', '#');
    }
  }
}
