package dev.postern.speed;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Tool;
import dev.postern.message.Json;
import dev.postern.security.Principal;
import dev.postern.testing.service.Loopback;
import dev.postern.testing.service.RecordingService;
import dev.postern.upstream.Upstream;
import dev.postern.upstream.UpstreamSettings;
import dev.postern.wiring.Parsers;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * What a call costs whose request has placeholders, against the same request written out: CPU time
 * of the thread that calls, over a real socket. Each JVM measures both in turns and takes medians;
 * {@code CallBenchmark [<JVMs>]} starts several and takes the median of these.
 */
public final class CallBenchmark {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final int WARM_UP = 15_000;
  private static final int ROUNDS = 41;
  private static final int CALLS = 500;
  private static final String ONE_JVM = "measure";

  private static final String SCHEMA =
      """
      {"type": "object", "required": ["id", "part"], "properties": {"id": {"type": "string"},
       "part": {"type": "string"}, "state": {"type": "string"}, "most": {"type": "integer"},
       "since": {"type": "string"}, "tenant": {"type": "string"}, "trace": {"type": "string"}}}
      """;

  private static final String ARGUMENTS =
      """
      {"id": "A-4711", "part": "orders", "state": "open & paid", "most": 20, "since": "2026-11-20",
       "tenant": "acme", "trace": "0af7651916cd43dd"}
      """;

  /** A method with its places: with placeholders, and with what these become. */
  private record Shape(String name, String templated, String constant) {}

  private static final List<Shape> SHAPES =
      List.of(
          new Shape(
              "GET, 2 in path, 3 in query, 2 headers",
              """
              {"path": "/customers/{id}/{part}?state={state}&most={most}&since={since}",
               "headers": {"X-Tenant": "{{args.tenant}}", "X-Trace": "{{args.trace}}"}}
              """,
              """
              {"path": "/customers/A-4711/orders?state=open%20%26%20paid&most=20&since=2026-11-20",
               "headers": {"X-Tenant": "acme", "X-Trace": "0af7651916cd43dd"}}
              """),
          new Shape(
              "POST, 1 in path, 5 in JSON",
              """
              {"method": "POST", "path": "/customers/{id}", "body": {"state": "{{args.state}}",
               "most": "{{args.most}}", "since": "on {{args.since}}", "who": {"tenant":
               "{{args.tenant}}", "trace": "{{args.trace}}"}}}
              """,
              """
              {"method": "POST", "path": "/customers/A-4711", "body": {"state": "open & paid",
               "most": 20, "since": "on 2026-11-20", "who": {"tenant": "acme", "trace":
               "0af7651916cd43dd"}}}
              """),
          new Shape(
              "POST, 1 in path, 4 in form",
              """
              {"method": "POST", "path": "/customers/{id}", "form": {"state": "{{args.state}}",
               "most": "{{args.most}}", "since": "{{args.since}}", "tenant": "{{args.tenant}}"}}
              """,
              """
              {"method": "POST", "path": "/customers/A-4711", "form": {"state": "open & paid",
               "most": 20, "since": "2026-11-20", "tenant": "acme"}}
              """));

  private CallBenchmark() {}

  public static void main(String[] arguments) throws Exception {
    if (arguments.length > 0 && arguments[0].equals(ONE_JVM)) {
      measure();
      return;
    }
    int jvms = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5;
    double[][] more = new double[SHAPES.size()][jvms];
    for (int jvm = 0; jvm < jvms; jvm++) {
      List<String> lines = inOwnJvm();
      for (int shape = 0; shape < SHAPES.size(); shape++) {
        String line = lines.get(shape);
        System.out.println(line);
        more[shape][jvm] = Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
      }
    }
    for (int shape = 0; shape < SHAPES.size(); shape++) {
      Arrays.sort(more[shape]);
      System.out.printf(
          "%s: %+.1f %% (median of %d JVMs)%n",
          SHAPES.get(shape).name(), more[shape][jvms / 2], jvms);
    }
  }

  private static List<String> inOwnJvm() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-cp",
                System.getProperty("java.class.path"),
                CallBenchmark.class.getName(),
                ONE_JVM)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    byte[] out = process.getInputStream().readAllBytes();
    if (process.waitFor() != 0) {
      throw new IllegalStateException("A JVM failed");
    }
    return new String(out, StandardCharsets.UTF_8).lines().toList();
  }

  private static void measure() throws Exception {
    ObjectNode arguments = (ObjectNode) Json.parse(ARGUMENTS);
    try (RecordingService service = RecordingService.start();
        Upstream upstream =
            new Upstream(Loopback.open(new UpstreamSettings("Postern/test", 100_000, 50)))) {
      Parsers parsers = RichTools.parsers(upstream);
      for (Shape shape : SHAPES) {
        Tool templated = tool(parsers, service, shape.templated());
        Tool constant = tool(parsers, service, shape.constant());
        compare(service, templated, constant, arguments);
        for (int i = 0; i < WARM_UP / CALLS; i++) {
          perCall(service, templated, arguments);
          perCall(service, constant, arguments);
        }
        long[] with = new long[ROUNDS];
        long[] without = new long[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
          with[round] = perCall(service, templated, arguments);
          without[round] = perCall(service, constant, arguments);
        }
        Arrays.sort(with);
        Arrays.sort(without);
        double most = with[ROUNDS / 2];
        double least = without[ROUNDS / 2];
        System.out.printf(
            "%s: %.1f us with placeholders, %.1f us without, in percent more %.2f%n",
            shape.name(), most / 1000, least / 1000, 100 * (most / least - 1));
      }
    }
  }

  /** Both send the same, or there is nothing to compare. */
  private static void compare(
      RecordingService service, Tool templated, Tool constant, ObjectNode arguments)
      throws InterruptedException {
    call(templated, arguments);
    var first = service.last();
    call(constant, arguments);
    var second = service.last();
    if (!first.head().equals(second.head()) || !first.bodyText().equals(second.bodyText())) {
      throw new IllegalStateException(first + " is not " + second);
    }
  }

  private static long perCall(RecordingService service, Tool tool, ObjectNode arguments)
      throws InterruptedException {
    service.forget();
    long begun = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < CALLS; i++) {
      call(tool, arguments);
    }
    return (THREADS.getCurrentThreadCpuTime() - begun) / CALLS;
  }

  private static void call(Tool tool, ObjectNode arguments) throws InterruptedException {
    if (!tool.inputSchema().validate(arguments).isEmpty()) {
      throw new IllegalStateException("bad arguments");
    }
    JsonNode json = tool.binding().call(new Call(arguments, Principal.ANONYMOUS)).json();
    if (json.path("isError").booleanValue()) {
      throw new IllegalStateException(json.toString());
    }
  }

  private static Tool tool(Parsers parsers, RecordingService service, String block)
      throws Exception {
    ObjectNode http = (ObjectNode) Json.parse(block);
    ObjectNode json = Json.object().put("type", "http");
    json.set("inputSchema", Json.parse(SCHEMA));
    json.set("http", http.put("baseUrl", service.url()));
    return parsers.tools().parse("measured", json);
  }
}
