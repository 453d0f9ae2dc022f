package dev.postern.testing.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;

/**
 * A real Payara Micro with {@code target/postern.war} at {@code /postern}, in its own JVM,
 * listening on 127.0.0.1 only. It has no database bound; somebody may log in.
 */
public final class PayaraServer implements AutoCloseable {
  private static final String USER = "ops";
  private static final String PASSWORD = "Castle-17";
  private static final Path JAR = TomcatSetup.SERVERS.resolve("payara-micro.jar");

  /** Starts it as its own main class does, and then listens for commands. */
  private static final Path HOST = Path.of("src", "test", "payara", "PayaraHost.java");

  /** A cold start takes 15 s alone and a minute when every core is taken. */
  private static final Duration START_LIMIT = Duration.ofSeconds(180);

  private static final Duration STOP_LIMIT = Duration.ofSeconds(40);

  private final Path base;
  private final int port;
  private final Process process;
  private final Thread orphanGuard;

  private PayaraServer(Path base, int port, Process process) {
    this.base = base;
    this.port = port;
    this.process = process;
    orphanGuard = new Thread(process::destroyForcibly, "end-payara");
    Runtime.getRuntime().addShutdownHook(orphanGuard);
  }

  /** Starts it with these settings; returns when the WAR answers. */
  public static PayaraServer start(Map<String, String> settings)
      throws IOException, InterruptedException {
    return start(settings, List.of("-jar", JAR.toString()));
  }

  /** As {@link #start}, with {@link #undeploy}. */
  public static PayaraServer startHosted(Map<String, String> settings)
      throws IOException, InterruptedException {
    List<String> program = new ArrayList<>();
    try (JarFile jar = new JarFile(JAR.toFile())) { // what java -jar would open by itself
      String opened = jar.getManifest().getMainAttributes().getValue("Add-Opens");
      for (String name : opened.trim().split("\\s+")) {
        program.addAll(List.of("--add-opens", name + "=ALL-UNNAMED"));
      }
    }
    program.addAll(List.of("-cp", JAR.toString(), HOST.toAbsolutePath().toString()));
    return start(settings, program);
  }

  private static PayaraServer start(Map<String, String> settings, List<String> program)
      throws IOException, InterruptedException {
    Path parent = Files.createDirectories(Path.of("target", "payara"));
    Path base = Files.createTempDirectory(parent, "micro-").toAbsolutePath();
    int port = FreePort.find();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-Dfile.encoding=UTF-8"));
    // What only soft references hold is a cache that gives way, no leak: have them give way at
    // once.
    command.add("-XX:SoftRefLRUPolicyMSPerMB=0");
    command.add("-Dpostern.data=" + base.resolve("data"));
    settings.forEach((name, value) -> command.add("-D" + name + "=" + value));
    command.addAll(program);
    command.addAll(arguments(base, port));
    Process process =
        new ProcessBuilder(command)
            .directory(base.toFile())
            .redirectErrorStream(true)
            .redirectOutput(base.resolve("console.log").toFile())
            .start();
    PayaraServer server = new PayaraServer(base, port, process);
    server.awaitAnswer();
    return server;
  }

  private static List<String> arguments(Path base, int port) throws IOException {
    Path preboot = Path.of("tomcat-conf", "payara", "micro-preboot.txt").toAbsolutePath();
    List<String> arguments = new ArrayList<>(List.of("--nocluster"));
    arguments.addAll(List.of("--port", Integer.toString(port)));
    arguments.addAll(List.of("--prebootcommandfile", preboot.toString()));
    arguments.addAll(List.of("--postbootcommandfile", login(base).toString()));
    arguments.addAll(List.of("--rootdir", base.resolve("root").toString()));
    arguments.add(Path.of("target", "postern.war").toAbsolutePath().toString());
    return arguments;
  }

  /** The commands that make a user, in the words of {@code tomcat-conf/payara}. */
  private static Path login(Path base) throws IOException {
    Path secret =
        Files.writeString(base.resolve("password"), "AS_ADMIN_USERPASSWORD=" + PASSWORD + "\n");
    return Files.writeString(
        base.resolve("postboot.txt"),
        "create-file-user --groups=postern-admin --passwordfile=" + secret + " " + USER + "\n");
  }

  /** The port is open long before the WAR is there. */
  private void awaitAnswer() throws IOException, InterruptedException {
    HttpClient client = HttpClient.newHttpClient();
    HttpRequest request =
        HttpRequest.newBuilder(uri("/mcp/tools")).timeout(START_LIMIT).GET().build();
    long end = System.nanoTime() + START_LIMIT.toNanos();
    while (System.nanoTime() < end && process.isAlive()) {
      try {
        HttpResponse<Void> answer = client.send(request, BodyHandlers.discarding());
        if (answer.statusCode() == 200) {
          return;
        }
      } catch (IOException notYet) {
        // refused, or cut off by a server that is still busy with itself
      }
      Thread.sleep(200);
    }
    String log = log();
    process.destroyForcibly();
    throw new IllegalStateException(
        "Payara in " + base + " did not start. Its log:\n" + log.substring(tail(log)));
  }

  private static int tail(String log) {
    return Math.max(0, log.length() - 8_000);
  }

  /** A path below the WAR's context, for instance {@code /mcp}. */
  public URI uri(String path) {
    return URI.create("http://127.0.0.1:" + port + "/postern" + path);
  }

  public int port() {
    return port;
  }

  public RunningJvm jvm() {
    return new RunningJvm(Path.of(System.getProperty("java.home")), process.pid());
  }

  /** For the user who may log in. */
  public AdminAccess admin() {
    return new AdminAccess(uri(""), USER, PASSWORD);
  }

  /** Everything it wrote to its console. */
  public String log() throws IOException {
    return Files.readString(base.resolve("console.log"));
  }

  /** Takes the application away, as {@code asadmin undeploy} would; returns when it is gone. */
  public void undeploy() throws IOException, InterruptedException {
    process.outputWriter(StandardCharsets.US_ASCII).append("undeploy postern\n").flush();
    long end = System.nanoTime() + STOP_LIMIT.toNanos();
    while (!log().contains("\nDone: undeploy postern")) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("Not undeployed within " + STOP_LIMIT);
      }
      Thread.sleep(100);
    }
  }

  /** Ends it in good order, as a stopping service would. */
  public void stop() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException("Payara in " + base + " did not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
      Runtime.getRuntime().removeShutdownHook(orphanGuard);
    }
  }

  @Override
  public void close() throws IOException {
    stop();
    Files.copy(
        base.resolve("console.log"),
        base.resolveSibling(base.getFileName() + ".log"),
        StandardCopyOption.REPLACE_EXISTING);
    CatalinaBase.delete(base);
  }
}
