package dev.postern.server;

import dev.postern.testing.server.TomcatServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The program behind {@code mvn -Prun}, compiled and started as the build does it. */
final class LocalRun implements AutoCloseable {
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin");
  private static final Path SOURCES = Path.of("tomcat-conf", "run").toAbsolutePath();
  private static final Duration START_LIMIT = Duration.ofSeconds(120);

  private final Process process;
  private final Path output;

  private LocalRun(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /** Starts it; it may also end by itself. */
  static LocalRun start(String port, Path folder) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    Path classes = folder.resolve("classes");
    Process javac =
        new ProcessBuilder(
                JAVA.resolve("javac").toString(),
                "-Xlint:all",
                "-Werror",
                "-d",
                classes.toString(),
                "-sourcepath",
                SOURCES.toString(),
                SOURCES.resolve("RunPostern.java").toString())
            .inheritIO()
            .start();
    if (javac.waitFor() != 0) {
      throw new IllegalStateException("The launcher does not compile");
    }
    Path output = Files.createTempFile(folder, "output", ".txt");
    ProcessBuilder launcher =
        new ProcessBuilder(
            List.of(
                JAVA.resolve("java").toString(),
                "-cp",
                classes.toString(),
                "RunPostern",
                port,
                TomcatServer.tomcat10().home().toString(),
                Path.of("target", "postern.war").toAbsolutePath().toString(),
                folder.resolve("run").toString(),
                SOURCES.toString()));
    launcher.redirectErrorStream(true).redirectOutput(output.toFile());
    return new LocalRun(launcher.start(), output);
  }

  /** Waits until it said how to stop it. */
  LocalRun awaitBanner() throws IOException, InterruptedException {
    long end = System.nanoTime() + START_LIMIT.toNanos();
    while (!output().contains("Ctrl-C")) {
      if (!process.isAlive() || System.nanoTime() > end) {
        throw new AssertionError("There is no banner but " + output());
      }
      Thread.sleep(100);
    }
    return this;
  }

  /** What it told the user so far. */
  String output() throws IOException {
    return Files.readString(output);
  }

  /** The first group of the pattern in the output. */
  String told(String pattern) throws IOException {
    Matcher matcher = Pattern.compile(pattern).matcher(output());
    if (!matcher.find()) {
      throw new AssertionError(pattern + " does not occur in " + output());
    }
    return matcher.group(1);
  }

  /** Waits for its end and tells the exit code. */
  int exit() throws InterruptedException {
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      throw new AssertionError("It still runs after 30 s");
    }
    return process.exitValue();
  }

  /** Sends SIGTERM, which a JVM takes just as Ctrl-C, and tells how long the end took. */
  Duration terminate() throws InterruptedException {
    long start = System.nanoTime();
    process.destroy();
    exit();
    return Duration.ofNanos(System.nanoTime() - start);
  }

  long children() {
    return process.descendants().count();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
