package dev.postern.testing.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What Linux says of the TCP connections to a port of this machine. */
public final class Sockets {

  /** As the kernel numbers them (include/net/tcp_states.h). */
  private static final String ESTABLISHED = "01";

  private static final String CLOSE_WAIT = "08";

  private Sockets() {}

  /** The server's ends of connections on which both sides are. */
  public static long established(long pid, int port) throws IOException {
    return count(pid, port, ESTABLISHED);
  }

  /** The server's ends of connections whose client has closed them and which are open still. */
  public static long closeWait(long pid, int port) throws IOException {
    return count(pid, port, CLOSE_WAIT);
  }

  private static long count(long pid, int port, String state) throws IOException {
    String local = String.format(Locale.ROOT, ":%04X", port);
    long count = 0;
    for (String table : List.of("tcp", "tcp6")) {
      for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/net/" + table))) {
        String[] fields = line.trim().split("\\s+");
        if (fields[1].endsWith(local) && fields[3].equals(state)) {
          count++;
        }
      }
    }
    return count;
  }
}
