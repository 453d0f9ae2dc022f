package dev.postern.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Catalogue;
import dev.postern.catalogue.Conversation;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.catalogue.Section;
import dev.postern.catalogue.Tool;
import dev.postern.message.Json;
import dev.postern.message.mcp.Outcome;
import dev.postern.protocol.ToolCalls;
import dev.postern.security.Principal;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.Loopback;
import dev.postern.testing.service.ReceivedRequest;
import dev.postern.testing.service.RecordingService;
import dev.postern.upstream.Upstream;
import dev.postern.upstream.UpstreamSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The ten minutes of docs/tools.md, played against a service that answers as it says. */
class ToolGuideTest {
  private static final Pattern BLOCK = Pattern.compile("```(json|call)\n(.*?)```", Pattern.DOTALL);

  private final RecordingService service = RecordingService.start();
  private final Upstream upstream =
      new Upstream(Loopback.open(UpstreamSettings.defaults("Postern/test")));
  private final Parsers parsers =
      Parsers.of(
          upstream, key -> Optional.of("the token").filter(any -> key.equals("LIBRARY_TOKEN")));

  @AfterEach
  void stop() {
    upstream.close();
    service.close();
  }

  @Test
  void everyCallGoesAsItSays() throws Exception {
    String page = Files.readString(Path.of("docs", "tools.md"));
    Matcher block = BLOCK.matcher(page.substring(0, page.indexOf("# Reference")));
    Tool tool = null;
    int tools = 0;
    int calls = 0;
    while (block.find()) {
      if (block.group(1).equals("json")) {
        JsonNode json =
            Json.parse(block.group(2).replace("https://books.example.com", service.url()));
        tool = parsers.tools().parse(json.get("name").textValue(), json);
        tools++;
      } else {
        play(tool, block.group(2).lines().toList());
        calls++;
      }
    }

    assertThat(tools).isEqualTo(5);
    assertThat(calls).isEqualTo(9);
  }

  private void play(Tool tool, List<String> lines) throws Exception {
    Deque<Answer> answers = new ArrayDeque<>();
    for (String said : told(lines, "answers")) {
      answers.add(Answer.json(Integer.parseInt(said.substring(0, 3)), said.substring(4)));
    }
    int expected = answers.size();
    service.forget();
    service.answerBy(request -> answers.remove());
    ObjectNode arguments = (ObjectNode) Json.parse(told(lines, "call").get(0));
    Outcome outcome = outcome(tool, arguments);

    assertThat(service.requests()).as(tool.name()).hasSize(expected);
    told(lines, "sends").forEach(said -> assertSent(service.last(), said));
    for (String said : told(lines, "header")) {
      String[] header = said.split(": ", 2);
      assertThat(service.last().header(header[0])).isEqualTo(header[1]);
    }
    for (String said : told(lines, "body")) {
      assertThat(Json.parse(service.last().bodyText())).isEqualTo(Json.parse(said));
    }
    assertAnswered(outcome.json(), lines);
  }

  /** Arguments are checked before a tool is called, as every transport does. */
  private static Outcome outcome(Tool tool, ObjectNode arguments) throws Exception {
    LiveCatalogue catalogue = new LiveCatalogue();
    catalogue.publish(
        new Catalogue(
            Section.<Tool>none().with(tool.name(), tool), Section.none(), Section.none()));
    return new ToolCalls(catalogue, (called, call) -> called.binding().call(call))
        .call(tool.name(), arguments, Principal.ANONYMOUS, Conversation.NONE)
        .orElseThrow();
  }

  private static void assertSent(ReceivedRequest request, String said) {
    assertThat(request.method() + " " + request.target()).isEqualTo(said);
  }

  private static void assertAnswered(JsonNode result, List<String> lines) throws Exception {
    String text = result.at("/content/0/text").textValue();
    boolean failed = result.path("isError").asBoolean();
    for (String said : told(lines, "yields")) {
      assertThat(failed).as(text).isFalse();
      if (said.startsWith("{")) {
        assertThat(Json.parse(text)).isEqualTo(Json.parse(said));
        assertThat(result.get("structuredContent")).isEqualTo(Json.parse(said));
      } else {
        assertThat(text).isEqualTo(said.replace("\\n", "\n"));
      }
    }
    for (String said : told(lines, "fails")) {
      assertThat(failed).as(text).isTrue();
      assertThat(Json.parse(text).properties()).containsAll(Json.parse(said).properties());
    }
    assertThat(told(lines, "yields").size() + told(lines, "fails").size()).isEqualTo(1);
  }

  private static List<String> told(List<String> lines, String word) {
    List<String> told = new ArrayList<>();
    for (String line : lines) {
      if (line.startsWith(word + " ")) {
        told.add(line.substring(word.length()).strip());
      }
    }
    return told;
  }
}
