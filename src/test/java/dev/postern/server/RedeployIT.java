package dev.postern.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.testing.mcp.EventStream;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.server.TomcatServer;
import dev.postern.testing.server.TomcatSetup;
import dev.postern.testing.service.RecordingService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Ten redeployments in one Tomcat, each used while it lived, must leave nothing of it behind. */
class RedeployIT {
  private static final int TIMES = 10;
  private static final Path WAR = Path.of("target", "postern.war");

  /** Tomcat's words for what it finds left behind by a stopped application. */
  private static final Pattern COMPLAINT =
      Pattern.compile(
          "appears to have started a thread|created a ThreadLocal|failed to unregister it"
              + "|failed to remove|memory leak|still processing a request"
              + "|Illegal access: this web application instance has been stopped");

  /**
   * Tomcat may be busy with an application on a thread of its own while that is stopped. And where
   * it has closed its pool of MySQL connections, it may look before their timers have ended: that
   * they do end is seen by the list of threads.
   */
  private static final Predicate<String> ABOUT_US =
      line ->
          !line.contains("[Catalina-utility-")
              && !line.contains("[MySQL Statement Cancellation Timer]");

  private final HttpClient http = HttpClient.newHttpClient();
  private final RecordingService service = RecordingService.start();
  private final List<EventStream> streams = new ArrayList<>();

  @Test
  void tenRedeploymentsWithTheEmbeddedDatabaseLeaveNothing() throws Exception {
    redeploy(TomcatServer.tomcat10());
  }

  @Test
  void tenRedeploymentsWithABoundDatabaseLeaveNothing() throws Exception {
    String context = Files.readString(Path.of("tomcat-conf", "context.xml"));
    redeploy(TomcatServer.tomcat11().defaultContext(BoundDatabase.fresh().fillIn(context)));
  }

  private void redeploy(TomcatSetup setup) throws Exception {
    // What only soft references hold is a cache that gives way, no leak: have them give way now.
    setup.jvmOption("-XX:SoftRefLRUPolicyMSPerMB=0");
    try (TomcatServer tomcat = setup.user("admin", "secret", "postern-admin").startEmpty()) {
      manage(tomcat, "list"); // so that the manager's own threads and classes are there
      Set<String> threads = threads(tomcat);
      for (int round = 1; round <= TIMES; round++) {
        deploy(tomcat);
        use(tomcat);
      }
      assertThat(manage(tomcat, "undeploy?path=/postern")).startsWith("OK");
      assertNothingIsLeft(tomcat, threads);
    } finally {
      service.close();
    }
  }

  private void deploy(TomcatServer tomcat) throws Exception {
    HttpRequest request =
        manager(tomcat, "deploy?path=/postern&update=true").PUT(BodyPublishers.ofFile(WAR)).build();
    assertThat(http.send(request, BodyHandlers.ofString()).body()).startsWith("OK - Deployed");
  }

  /** A tool is stored and called, and a stream is open when the next one takes over. */
  private void use(TomcatServer tomcat) throws Exception {
    String tool =
        """
        {"name": "echo", "description": "Calls a service", "type": "http",
         "inputSchema": {"type": "object"}, "http": {"method": "GET", "url": "%s"},
         "policy": {"timeouts": {"connectMs": 5000}, "retry": {}, "circuitBreaker": {},
                    "rateLimit": {"calls": 9, "perMs": 1000, "for": "principal"},
                    "bulkhead": {"calls": 9}, "cache": {"ttlMs": 60000}}}
        """
            .formatted(service.url("/echo"));
    HttpRequest store =
        HttpRequest.newBuilder(URI.create(tomcat.origin() + "/postern/admin/tools"))
            .header("Authorization", basic("admin", "secret"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(tool))
            .build();
    HttpResponse<String> stored = http.send(store, BodyHandlers.ofString());
    assertThat(stored.statusCode()).as(stored.body()).isEqualTo(200);
    McpClient client = new McpClient(URI.create(tomcat.origin() + "/postern/mcp"));
    client.connect();
    JsonNode result = client.call("echo", "{}");
    assertThat(result.path("isError").asBoolean()).as(result.toString()).isFalse();
    assertThat(result.at("/structuredContent/ok").asBoolean()).isTrue();
    streams.add(client.listen());
  }

  private void assertNothingIsLeft(TomcatServer tomcat, Set<String> before) throws Exception {
    for (EventStream stream : streams) {
      stream.awaitEnd(Duration.ofSeconds(5));
    }
    assertThat(threadsLeft(tomcat, before)).as("threads that outlived the application").isEmpty();
    assertThat(leaks(tomcat))
        .as("applications whose class loader lives on")
        .startsWith("OK - No memory leaks found");
    assertThat(classLoaders(tomcat)).as("class loaders, the manager's included").isEqualTo(1);
    assertThat(tomcat.log().lines().filter(COMPLAINT.asPredicate()).filter(ABOUT_US)).isEmpty();
  }

  /** What Tomcat finds alive after a collection; threads that just ended may hold on a moment. */
  private String leaks(TomcatServer tomcat) throws Exception {
    long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    String found = manage(tomcat, "findleaks?statusLine=true");
    while (found.contains("/postern") && System.nanoTime() < end) {
      Thread.sleep(500);
      found = manage(tomcat, "findleaks?statusLine=true");
    }
    return found;
  }

  /** A thread that was told to end may need a moment for it. */
  private static Set<String> threadsLeft(TomcatServer tomcat, Set<String> before) throws Exception {
    long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (true) {
      Set<String> left = threads(tomcat);
      left.removeAll(before);
      if (left.isEmpty() || System.nanoTime() > end) {
        return left;
      }
      Thread.sleep(500);
    }
  }

  /** Names of all threads but those that Tomcat itself starts and ends as it likes. */
  private static Set<String> threads(TomcatServer tomcat) throws IOException {
    Set<String> names = new TreeSet<>();
    Matcher quoted = Pattern.compile("(?m)^\"([^\"]+)\"").matcher(tomcat.jcmd("Thread.print"));
    while (quoted.find()) {
      String name = quoted.group(1);
      if (!name.matches("http-nio-.*|Catalina-utility-.*|Attach Listener|C[12] CompilerThread.*")) {
        names.add(name);
      }
    }
    return names;
  }

  /** Counts after a full collection, which the histogram makes first. */
  private static int classLoaders(TomcatServer tomcat) throws IOException {
    Matcher line =
        Pattern.compile(
                "(?m)^\\s*\\d+:\\s+(\\d+)\\s+\\d+\\s+\\S*ParallelWebappClassLoader\\b(?!\\$)")
            .matcher(tomcat.jcmd("GC.class_histogram"));
    return line.find() ? Integer.parseInt(line.group(1)) : 0;
  }

  private String manage(TomcatServer tomcat, String command) throws Exception {
    return http.send(manager(tomcat, command).GET().build(), BodyHandlers.ofString()).body();
  }

  private static HttpRequest.Builder manager(TomcatServer tomcat, String command) {
    return HttpRequest.newBuilder(URI.create(tomcat.origin() + "/manager/text/" + command))
        .header("Authorization", basic("manager", "manager"));
  }

  private static String basic(String user, String password) {
    String login = user + ":" + password;
    return "Basic " + Base64.getEncoder().encodeToString(login.getBytes(UTF_8));
  }
}
