package dev.postern.testing.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A real Payara Micro with {@code target/postern.war} at {@code /postern}, in its own JVM,
 * listening on 127.0.0.1 only. It has no database bound; somebody may log in.
 */
public final class PayaraServer implements AutoCloseable {

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

  /**
   * Starts it; returns when the WAR answers.
   *
   * @param user one that has the console's role
   */
  public static PayaraServer start(String user, String password, Map<String, String> settings)
      throws IOException, InterruptedException {
    Path parent = Files.createDirectories(Path.of("target", "payara"));
    Path base = Files.createTempDirectory(parent, "micro-").toAbsolutePath();
    int port = FreePort.find();
    Path output = base.resolve("console.log");
    Process process =
        new ProcessBuilder(command(base, port, login(base, user, password), settings))
            .directory(base.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    PayaraServer server = new PayaraServer(base, port, process);
    server.awaitAnswer();
    return server;
  }

  /** The commands that make a user, in the words of {@code tomcat-conf/payara}. */
  private static Path login(Path base, String user, String password) throws IOException {
    Path secret =
        Files.writeString(base.resolve("password"), "AS_ADMIN_USERPASSWORD=" + password + "\n");
    return Files.writeString(
        base.resolve("postboot.txt"),
        "create-file-user --groups=postern-admin --passwordfile=" + secret + " " + user + "\n");
  }

  private static List<String> command(
      Path base, int port, Path postboot, Map<String, String> settings) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-Dfile.encoding=UTF-8"));
    command.add("-Dpostern.data=" + base.resolve("data"));
    settings.forEach((name, value) -> command.add("-D" + name + "=" + value));
    command.addAll(
        List.of("-jar", TomcatSetup.SERVERS.resolve("payara-micro.jar").toString(), "--nocluster"));
    command.addAll(List.of("--port", Integer.toString(port)));
    Path preboot = Path.of("tomcat-conf", "payara", "micro-preboot.txt").toAbsolutePath();
    command.addAll(List.of("--prebootcommandfile", preboot.toString()));
    command.addAll(List.of("--postbootcommandfile", postboot.toString()));
    command.addAll(List.of("--rootdir", base.resolve("root").toString()));
    command.add(Path.of("target", "postern.war").toAbsolutePath().toString());
    return command;
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

  public long pid() {
    return process.pid();
  }

  /** Everything it wrote to its console. */
  public String log() throws IOException {
    return Files.readString(base.resolve("console.log"));
  }

  @Override
  public void close() throws IOException {
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
    Files.copy(
        base.resolve("console.log"),
        base.resolveSibling(base.getFileName() + ".log"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    CatalinaBase.delete(base);
  }
}
