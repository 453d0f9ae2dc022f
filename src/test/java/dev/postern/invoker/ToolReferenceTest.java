package dev.postern.invoker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Tool;
import dev.postern.catalogue.ToolParser;
import dev.postern.invoker.fixed.StaticToolType;
import dev.postern.invoker.trial.TestReport;
import dev.postern.invoker.trial.TestRun;
import dev.postern.message.Json;
import dev.postern.security.Secrets;
import dev.postern.testing.service.Loopback;
import dev.postern.upstream.Upstream;
import dev.postern.upstream.UpstreamSettings;
import dev.postern.wiring.Parsers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/tools.md says what is so. */
class ToolReferenceTest {
  private static final Path PAGE = Path.of("docs", "tools.md");
  private static final Pattern EXAMPLE = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL);
  private static final Pattern ERROR = Pattern.compile("\"(upstream_[a-z_]+|bad_argument)\"");

  @Test
  void everyExampleIsAToolThatLoadsOrAnErrorAsItIsMade() throws Exception {
    Secrets secrets = key -> Optional.of("some value");
    int tools = 0;
    int tested = 0;
    try (Upstream upstream = new Upstream(Loopback.open(UpstreamSettings.defaults("test")))) {
      ToolParser parser = Parsers.of(upstream, secrets).tools();
      for (JsonNode example : examples()) {
        if (example.has("type")) {
          Tool tool = parser.parse(example.path("name").asText("unnamed"), example);
          TestReport report = TestRun.of(tool, tool.tests().all());
          assertThat(report.problems()).as(tool.name()).isEmpty();
          tested += report.results().size();
          tools++;
        } else {
          JsonNode made = StatusErrors.facts(example.path("status").asInt(), true, false);
          assertThat(example.properties()).containsAll(made.properties());
        }
      }
    }
    assertThat(tools).isEqualTo(27);
    assertThat(tested).isEqualTo(5);
  }

  @Test
  void everyKeyAndEveryKindOfErrorIsNamed() throws Exception {
    String page = Files.readString(PAGE);
    assertThat(ServiceCallParser.KEYS)
        .allSatisfy(key -> assertThat(page).contains("`" + key + "`"));
    assertThat(StaticToolType.KEYS)
        .allSatisfy(key -> assertThat(page).contains("| `" + key + "` |"));
    Set<String> kinds = new TreeSet<>();
    try (Stream<Path> sources = Files.walk(Path.of("src/main/java/dev/postern"))) {
      for (Path source : sources.filter(Files::isRegularFile).toList()) {
        Matcher kind = ERROR.matcher(Files.readString(source));
        while (kind.find()) {
          kinds.add(kind.group(1));
        }
      }
    }
    assertThat(kinds)
        .hasSize(29)
        .allSatisfy(kind -> assertThat(page).contains("| `" + kind + "` |"));
  }

  private static List<JsonNode> examples() throws IOException {
    List<JsonNode> examples = new ArrayList<>();
    Matcher matcher = EXAMPLE.matcher(Files.readString(PAGE));
    while (matcher.find()) {
      examples.add(Json.parse(matcher.group(1)));
    }
    return examples;
  }
}
