import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.security.SecureRandom;

/**
 * What {@code mvn -Prun} does after it built the WAR: starts it in a Tomcat on this machine with
 * sample tools, and says how to use it. It runs inside Maven's process.
 */
public final class RunPostern {
  private RunPostern() {}

  /**
   * @param args the port, Tomcat's folder, the WAR, the folder to run in, the folder with this file
   */
  public static void main(String[] args) {
    try {
      int port = freePort(args[0]);
      Path base = Path.of(args[3]).resolve(Integer.toString(port)); // so that two can run at once
      run(port, new LocalTomcat(Path.of(args[1]), base, Path.of(args[4])), Path.of(args[2]));
    } catch (WontRun e) {
      fail(e.getMessage());
    } catch (Exception e) {
      fail("Postern could not be started: " + e);
    }
  }

  private static void run(int port, LocalTomcat tomcat, Path war) throws Exception {
    String password = password();
    String url = "http://127.0.0.1:" + port + "/postern";
    LocalPostern postern = new LocalPostern(url, "admin", password);
    tomcat.prepare(war, password);
    SampleService service = SampleService.start(port < 65535 ? port + 1 : 0);
    tomcat.start(port);
    try {
      postern.awaitAnswer();
      postern.register(tomcat.conf().resolve("samples"), service.url());
    } catch (IOException e) {
      throw new WontRun(
          "Postern could not be started: "
              + e.getMessage()
              + "\nThe reason is in "
              + tomcat.logFile());
    }
    System.out.println(banner(port, postern, service, tomcat));
    System.out.flush();
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> System.out.println("Postern is stopping.")));
    Thread.currentThread().join(); // for ever; Ctrl-C and SIGTERM end the process
  }

  private static int freePort(String text) throws IOException {
    int port;
    try {
      port = Integer.parseInt(text);
    } catch (NumberFormatException e) {
      port = -1;
    }
    if (port < 1 || port > 65535) {
      throw new WontRun("-Dport=" + text + " is not a port; give a number from 1 to 65535.");
    }
    try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
      return probe.getLocalPort();
    } catch (BindException e) {
      throw new WontRun(
          "Port "
              + port
              + " of 127.0.0.1 cannot be used: "
              + e.getMessage()
              + ".\nProbably another program listens on it, perhaps a Postern that still runs."
              + "\nChoose another port:  mvn -Prun -Dport="
              + (port < 65535 - 1010 ? port + 1010 : port - 1010));
    }
  }

  /** Sixteen letters and digits without those that look alike: 79 bits. */
  private static String password() {
    String letters = "abcdefghjkmnpqrstuvwxyz23456789";
    SecureRandom random = new SecureRandom();
    StringBuilder password = new StringBuilder();
    for (int i = 0; i < 16; i++) {
      password.append(letters.charAt(random.nextInt(letters.length())));
    }
    return password.toString();
  }

  private static String banner(
      int port, LocalPostern postern, SampleService service, LocalTomcat tomcat) {
    return """

        Postern is running, bound to 127.0.0.1:%d. Programs on this machine reach it, others do not.

          MCP clients connect to  %s/mcp  (Streamable HTTP)
          The console is at       %s/admin/
                 user             %s
                 password         %s  (a new one at every start)
          The sample service is   %s  (/weather?q=Lisbon, /users/1)

        Call a tool: paste this line into another terminal.

          curl -s %s/mcp/tools/call -H 'Content-Type: application/json' \
        -d '{"tool":"weather.search","arguments":{"city":"Lisbon"}}'

        Data is kept in  %s
        The log is       %s
        Stop it with Ctrl-C.
        """
        .formatted(
            port,
            postern.url(),
            postern.url(),
            postern.user(),
            postern.password(),
            service.url(),
            postern.url(),
            tomcat.dataFolder(),
            tomcat.logFile());
  }

  /** Ends Maven, too, before it buries the message under its own account of the failure. */
  private static void fail(String message) {
    System.out.flush();
    System.err.println("\n" + message + "\n");
    System.exit(1);
  }

  /** Something the user can put right; the message says how. */
  private static final class WontRun extends RuntimeException {
    private static final long serialVersionUID = 1;

    WontRun(String message) {
      super(message);
    }
  }
}
