package dev.postern.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.testing.server.RunningPostern;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.ReceivedRequest;
import dev.postern.testing.service.RecordingService;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;

/** Tools for one class of tests, with the service behind them. */
final class SampleTools implements AutoCloseable {
  static final Duration SLOW = Duration.ofMillis(500);

  private final RecordingService service = RecordingService.start().answerBy(SampleTools::answer);
  private final String prefix;

  private SampleTools(String prefix) {
    this.prefix = prefix;
  }

  static SampleTools register(RunningPostern postern, String prefix) throws Exception {
    SampleTools tools = new SampleTools(prefix);
    for (String tool :
        List.of(
            tools.weatherTool(),
            tools.brokenTool(),
            tools.slowEcho(),
            tools.japanese(),
            tools.asking(),
            tools.working())) {
      postern.register(tool);
    }
    return tools;
  }

  /** A tool that says this. */
  static String text(String name, String text) {
    return """
        {"name": "%s", "type": "static", "static": {"text": "%s"}}
        """
        .formatted(name, text);
  }

  /**
   * What {@code tools/list} must show of the weather tool: all that its revision knows, but not how
   * it is carried out.
   */
  JsonNode weather(String revision) throws Exception {
    ObjectNode shown = (ObjectNode) Json.parse(weatherTool());
    shown.remove(List.of("type", "http"));
    if (revision.equals("2024-11-05")) {
      shown.remove(List.of("title", "outputSchema", "annotations"));
    }
    return shown;
  }

  /** How many requests the service got. */
  int requests() {
    return service.requests().size();
  }

  private String weatherTool() {
    return """
        {"name": "%sweather", "title": "Weather", "description": "Current weather of a city",
         "type": "http",
         "inputSchema": {"type": "object", "required": ["city"],
                         "properties": {"city": {"type": "string"}}},
         "outputSchema": {"type": "object", "required": ["city", "celsius"],
                          "properties": {"city": {"type": "string"},
                                         "celsius": {"type": "number"}}},
         "annotations": {"readOnlyHint": true},
         "http": {"method": "GET", "url": "%s", "query": {"q": "{{args.city}}"}}}
        """
        .formatted(prefix, service.url("/weather"));
  }

  private String brokenTool() {
    return """
        {"name": "%sbroken", "type": "http",
         "outputSchema": {"type": "object", "required": ["fine"],
                          "properties": {"fine": {"type": "boolean"}}},
         "http": {"method": "GET", "url": "%s"}}
        """
        .formatted(prefix, service.url("/broken"));
  }

  private String slowEcho() {
    return """
        {"name": "%sslow-echo", "type": "http",
         "inputSchema": {"type": "object", "required": ["text"],
                         "properties": {"text": {"type": "string"}}},
         "http": {"method": "POST", "url": "%s", "body": {"text": "{{args.text}}"}}}
        """
        .formatted(prefix, service.url("/slow-echo"));
  }

  private String japanese() {
    return text(prefix + "天気", "晴れ");
  }

  private String asking() {
    return """
        {"name": "%sasking", "type": "static", "static": {
          "text": "Hello {{input.responses.who.content.name}}",
          "input": {"who": {"method": "elicitation/create", "params": {"message": "%<sname?",
            "requestedSchema": {"type": "object", "required": ["name"],
                                "properties": {"name": {"type": "string"}}}}}}}}
        """
        .formatted(prefix);
  }

  private String working() {
    return """
        {"name": "%sworking", "type": "http", "http": {"method": "POST", "url": "%s"}}
        """
        .formatted(prefix, service.url("/working"));
  }

  private static Answer answer(ReceivedRequest request) {
    return switch (request.path()) {
      case "/weather" ->
          Answer.json(
              Json.text(
                  Json.object().put("city", request.queryValues("q").get(0)).put("celsius", 21)));
      case "/slow-echo" -> Answer.json(request.bodyText()).after(SLOW);
      case "/working" -> SampleTools::work;
      default -> Answer.json(503, "{\"why\":\"tired\"}");
    };
  }

  /** Slowly: some libraries drop progress that comes together with its result. */
  private static boolean work(ReceivedRequest request, OutputStream out)
      throws IOException, InterruptedException {
    String head =
        "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nConnection: close\r\n\r\n";
    out.write(head.getBytes(UTF_8));
    for (String line :
        List.of(
            "{\"progress\": 1, \"total\": 2, \"message\": \"half\"}",
            "{\"progress\": 2, \"total\": 2}",
            "{\"result\": {\"done\": true}}")) {
      out.write((line + "\n").getBytes(UTF_8));
      out.flush();
      Thread.sleep(200);
    }
    return false;
  }

  @Override
  public void close() {
    service.close();
  }
}
