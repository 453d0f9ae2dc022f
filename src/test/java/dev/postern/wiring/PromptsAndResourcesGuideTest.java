package dev.postern.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.catalogue.ConfigParser;
import dev.postern.message.Json;
import dev.postern.testing.service.Loopback;
import dev.postern.upstream.Upstream;
import dev.postern.upstream.UpstreamSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/prompts-and-resources.md shows what loads. */
class PromptsAndResourcesGuideTest {
  private static final Pattern EXAMPLE =
      Pattern.compile("```json (prompt|resource)\n(.*?)```", Pattern.DOTALL);

  @Test
  void everyExampleLoads() throws Exception {
    int examples = 0;
    try (Upstream upstream = new Upstream(Loopback.open(UpstreamSettings.defaults("test")))) {
      Parsers parsers = Parsers.of(upstream, key -> Optional.of("some value"));
      String page = Files.readString(Path.of("docs", "prompts-and-resources.md"));
      Matcher example = EXAMPLE.matcher(page);
      while (example.find()) {
        ConfigParser<?> parser =
            example.group(1).equals("prompt") ? parsers.prompts() : parsers.resources();
        var json = Json.parse(example.group(2));
        assertThat(parser.parse(json.path("name").textValue(), json)).isNotNull();
        examples++;
      }
    }
    assertThat(examples).isEqualTo(7);
  }
}
