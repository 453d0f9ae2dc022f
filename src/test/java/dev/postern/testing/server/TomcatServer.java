package dev.postern.testing.server;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A real Tomcat from its distribution, in its own JVM, listening on 127.0.0.1 only.
 *
 * <pre>{@code
 * try (TomcatServer tomcat =
 *     TomcatServer.tomcat10().deploy("/postern").user("ops", "secret", "postern-admin").start()) {
 *   URI mcp = tomcat.uri("/mcp");
 * }
 * }</pre>
 */
public final class TomcatServer implements AutoCloseable {

  /** A cold start takes 3 s alone and 15 s when every core is taken. */
  private static final Duration START_LIMIT = Duration.ofSeconds(120);

  private static final Duration STOP_LIMIT = Duration.ofSeconds(40);

  private final TomcatSetup setup;
  private final Path base;
  private final int port;
  private final Thread orphanGuard = new Thread(this::kill, "end-tomcat");
  private Process process;

  private TomcatServer(TomcatSetup setup, Path base, int port) {
    this.setup = setup;
    this.base = base;
    this.port = port;
  }

  public static TomcatSetup tomcat10() {
    return new TomcatSetup(System.getProperty("tomcat10.version", "10.1.59"));
  }

  public static TomcatSetup tomcat11() {
    return new TomcatSetup(System.getProperty("tomcat11.version", "11.0.24"));
  }

  static TomcatServer start(TomcatSetup setup) throws IOException {
    int port = FreePort.find();
    TomcatServer server = new TomcatServer(setup, CatalinaBase.write(setup, port), port);
    Runtime.getRuntime().addShutdownHook(server.orphanGuard);
    server.start();
    return server;
  }

  /** Starts it again after {@link #stop}, from the same folder and on the same port. */
  public void start() throws IOException {
    if (process != null && process.isAlive()) {
      throw new IllegalStateException("This Tomcat runs already");
    }
    ProcessBuilder builder = new ProcessBuilder(command()).directory(base.toFile());
    builder.environment().putAll(setup.environment);
    builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile().toFile()));
    process = builder.start();
    awaitAnswer();
  }

  private List<String> command() {
    Path bin = setup.home.resolve("bin");
    List<String> command = new ArrayList<>();
    command.add(setup.java.resolve("bin/java").toString());
    command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-Dfile.encoding=UTF-8"));
    command.add("-Djava.util.logging.config.file=" + base.resolve("conf/logging.properties"));
    command.add("-Djava.util.logging.manager=org.apache.juli.ClassLoaderLogManager");
    // catalina.sh opens the same packages for Tomcat's search for leaks.
    for (String opened : List.of("java.lang", "java.lang.ref", "java.io", "java.util")) {
      command.add("--add-opens=java.base/" + opened + "=ALL-UNNAMED");
    }
    command.add("--add-opens=java.base/java.util.concurrent=ALL-UNNAMED");
    command.add("--add-opens=java.rmi/sun.rmi.transport=ALL-UNNAMED");
    command.addAll(setup.jvmOptions);
    setup.systemProperties.forEach((name, value) -> command.add("-D" + name + "=" + value));
    command.add("-Dcatalina.home=" + setup.home);
    command.add("-Dcatalina.base=" + base);
    command.add("-Djava.io.tmpdir=" + base.resolve("temp"));
    command.add("-classpath");
    command.add(bin.resolve("bootstrap.jar") + ":" + bin.resolve("tomcat-juli.jar"));
    command.addAll(List.of("org.apache.catalina.startup.Bootstrap", "start"));
    return command;
  }

  /** Tomcat opens its port after it deployed everything, so any answer means that it is up. */
  private void awaitAnswer() throws IOException {
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(origin()))
            .timeout(START_LIMIT)
            .method("HEAD", noBody())
            .build();
    long end = System.nanoTime() + START_LIMIT.toNanos();
    while (System.nanoTime() < end && process.isAlive()) {
      try {
        client.send(request, BodyHandlers.discarding());
        refuseFailedDeployment();
        return;
      } catch (ConnectException notYet) {
        pause();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
    }
    throw failed("did not answer within " + START_LIMIT.toSeconds() + " s");
  }

  private void refuseFailedDeployment() throws IOException {
    String log = log();
    if (log.contains("startup failed due to previous errors")
        || log.contains("Error deploying web application archive")) {
      throw failed("could not start the application");
    }
  }

  private IllegalStateException failed(String what) throws IOException {
    String log = log();
    kill();
    return new IllegalStateException(
        "Tomcat in "
            + base
            + " "
            + what
            + ". Its log:\n"
            + log.substring(Math.max(0, log.length() - 8000)));
  }

  private static HttpRequest.BodyPublisher noBody() {
    return HttpRequest.BodyPublishers.noBody();
  }

  private static void pause() {
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A path below the first application's context, for instance {@code /mcp}. */
  public URI uri(String path) {
    String context = setup.deployments.isEmpty() ? "" : setup.deployments.get(0).contextPath();
    return URI.create(origin() + context + path);
  }

  /** Scheme, host and port, without a path. */
  public String origin() {
    return "http://127.0.0.1:" + port;
  }

  public int port() {
    return port;
  }

  public long pid() {
    return process.pid();
  }

  /** Its {@code CATALINA_BASE}. */
  public Path base() {
    return base;
  }

  /** Everything it wrote to its console since its first start. */
  public String log() throws IOException {
    return Files.exists(logFile()) ? Files.readString(logFile()) : "";
  }

  private Path logFile() {
    return base.resolve("logs").resolve("console.log");
  }

  /** Runs a {@code jcmd} command against it, for instance {@code Thread.print}. */
  public String jcmd(String... arguments) throws IOException {
    return jvm().jcmd(arguments);
  }

  /** What its heap holds after a full collection, which the command asks for. */
  public long liveBytes() throws IOException {
    return jvm().liveBytes();
  }

  /** The JVM that runs now. */
  public RunningJvm jvm() {
    return new RunningJvm(setup.java, pid());
  }

  /** Shuts it down in good order, as a stopping service would; the folder stays. */
  public void stop() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException(
            "Tomcat in " + base + " did not end within " + STOP_LIMIT.toSeconds() + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
  }

  /** Ends it at once, as a power cut would; {@link #start()} starts it again. */
  public void kill() {
    if (process != null) {
      process.destroyForcibly().onExit().join();
    }
  }

  @Override
  public void close() throws IOException {
    stop();
    Runtime.getRuntime().removeShutdownHook(orphanGuard);
    Path kept = Files.createDirectories(base.resolveSibling("logs"));
    Files.copy(logFile(), kept.resolve(base.getFileName() + ".log"), REPLACE_EXISTING);
    CatalinaBase.delete(base);
  }
}
