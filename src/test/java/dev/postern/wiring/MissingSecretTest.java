package dev.postern.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.catalogue.Tool;
import dev.postern.message.Json;
import dev.postern.security.Principal;
import dev.postern.security.secret.FileSecrets;
import dev.postern.source.Feeds;
import dev.postern.source.Kind;
import dev.postern.source.Refresher;
import dev.postern.source.Row;
import dev.postern.source.RowFeed;
import dev.postern.testing.Wait;
import dev.postern.testing.service.Loopback;
import dev.postern.testing.service.RecordingService;
import dev.postern.upstream.Upstream;
import dev.postern.upstream.UpstreamSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows that name a secret which is not there yet, in a folder as containers mount it. */
class MissingSecretTest {
  @TempDir Path folder;
  private final RecordingService service = RecordingService.start();
  private final Upstream upstream = new Upstream(Loopback.open(UpstreamSettings.defaults("test")));
  private final LiveCatalogue live = new LiveCatalogue();

  @AfterEach
  void stop() {
    upstream.close();
    service.close();
  }

  private Row row(long id, String name, String block, String more) {
    return new Row(
        id,
        name,
        true,
        "{\"type\": \"http\", \"http\": {\"url\": \"%s\"%s}%s}"
            .formatted(service.url("/x"), block, more));
  }

  private Refresher refresher(List<Row> rows) {
    Parsers parsers = Parsers.of(upstream, new FileSecrets(folder));
    Feeds feeds =
        new Feeds(
            new RowFeed<>(Kind.TOOL, () -> rows, parsers.tools()),
            new RowFeed<>(Kind.PROMPT, List::of, parsers.prompts()),
            new RowFeed<>(Kind.RESOURCE, List::of, parsers.resources()));
    return new Refresher(feeds, live, Duration.ofMillis(100));
  }

  @Test
  void aToolServesSoonAfterItsSecretIsDefined() throws Exception {
    List<Row> rows =
        List.of(
            row(1, "header", ", \"headers\": {\"X-Key\": \"{{secrets.KEY}}\"}", ""),
            row(
                2,
                "auth",
                "",
                ", \"auth\": {\"type\": \"bearer\", \"token\": \"{{secrets.KEY}}\"}"),
            row(3, "wrong", ", \"headers\": {\"X-Key\": \"{{secrets.KEY}}{{args.gone}}\"}", ""),
            row(4, "never", ", \"headers\": {\"X-Key\": \"{{secrets.NEVER}}\"}", ""));
    try (Refresher refresher = refresher(rows)) {
      refresher.start();
      assertThat(refresher.refreshNow()).isTrue();
      assertThat(live.current().tools().live()).isEmpty();
      assertThat(live.current().tools().entries().get("header").problems().toString())
          .contains("secrets.KEY", "is not defined");
      Files.writeString(folder.resolve("KEY"), "some-value\n");
      Wait.until(
          "the tools serve",
          Duration.ofSeconds(15),
          () -> live.current().tools().get("auth") != null);
      assertThat(live.current().tools().live())
          .extracting(Tool::name)
          .containsExactly("auth", "header");
      assertThat(live.current().tools().entries().get("header").problems()).isEmpty();
      ObjectNode none = Json.object();
      live.current().tools().get("header").binding().call(new Call(none, Principal.ANONYMOUS));
      assertThat(service.last().header("X-Key")).isEqualTo("some-value");
      live.current().tools().get("auth").binding().call(new Call(none, Principal.ANONYMOUS));
      assertThat(service.last().header("Authorization")).isEqualTo("Bearer some-value");
    }
  }

  @Test
  void nothingIsPublishedAsLongAsNothingHeals() throws Exception {
    List<Row> rows =
        List.of(row(1, "header", ", \"headers\": {\"X-Key\": \"{{secrets.KEY}}\"}", ""));
    try (Refresher refresher = refresher(rows)) {
      refresher.start();
      assertThat(refresher.refreshNow()).isTrue();
      var before = live.current();
      Thread.sleep(6_000); // looked at again after five
      assertThat(live.current()).isSameAs(before);
    }
  }
}
