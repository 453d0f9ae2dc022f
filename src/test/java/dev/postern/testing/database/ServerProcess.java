package dev.postern.testing.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A server in a process of its own, ended with this JVM at the latest. */
final class ServerProcess {
  private static final int SECONDS = 60;

  private final List<String> command;
  private final Map<String, String> environment;
  private final Path log;
  private Process process;

  ServerProcess(List<String> command, Map<String, String> environment, Path log) {
    this.command = command;
    this.environment = environment;
    this.log = log;
  }

  static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs a command to its end; its output goes to the log. */
  static void run(List<String> command, Map<String, String> environment, Path log) {
    ServerProcess once = new ServerProcess(command, environment, log);
    once.start();
    if (once.await() != 0) {
      throw new IllegalStateException(command + " failed, see " + log);
    }
  }

  void start() {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().putAll(environment);
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Process started = process;
    Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
  }

  /** As a crash or a pulled plug would end it. */
  void kill() {
    process.destroyForcibly();
    await();
  }

  /** Keeps its sockets open but answers nothing more, or goes on. */
  void freeze(boolean frozen) {
    String signal = frozen ? "-STOP" : "-CONT";
    run(List.of("kill", signal, Long.toString(process.pid())), Map.of(), log);
  }

  private int await() {
    try {
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException(command + " did not end, see " + log);
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
