package dev.postern.invoker.resource;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.BadConfigException;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Catalogue;
import dev.postern.catalogue.CatalogueEntry;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.catalogue.Resource;
import dev.postern.catalogue.Section;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.policy.PolicySettings;
import dev.postern.security.Principal;
import dev.postern.security.WantedHeaders;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.Loopback;
import dev.postern.testing.service.ReceivedParts;
import dev.postern.testing.service.RecordingService;
import dev.postern.upstream.Upstream;
import dev.postern.upstream.UpstreamSettings;
import dev.postern.wiring.Parsers;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that carry a resource of the gateway's own catalogue to a service. */
class CarriedResourceTest {
  private final Upstream upstream = new Upstream(Loopback.open(UpstreamSettings.defaults("test")));
  private final RecordingService service = RecordingService.start();
  private final LiveCatalogue catalogue = new LiveCatalogue();
  private final Parsers parsers =
      Parsers.of(
          upstream,
          key -> Optional.empty(),
          catalogue,
          new WantedHeaders(),
          PolicySettings.DEFAULTS);

  @BeforeEach
  void fillCatalogue() throws Exception {
    List<CatalogueEntry<Resource>> rows =
        List.of(
            row(
                "logo",
                "{\"uri\": \"a://logo.png\", \"blob\": \"AP+A\", \"mimeType\": \"image/png\"}"),
            row("text", "{\"uriTemplate\": \"a://texts/{id}\", \"text\": \"It is {{args.id}}\"}"),
            row(
                "far",
                "{\"uri\": \"a://far\", \"http\": {\"url\": \"" + service.url("/far") + "\"}}"));
    catalogue.publish(
        new Catalogue(new Section<>(List.of()), new Section<>(List.of()), new Section<>(rows)));
  }

  @AfterEach
  void stop() {
    service.close();
    upstream.close();
  }

  private CatalogueEntry<Resource> row(String name, String json) throws Exception {
    return new CatalogueEntry<>(name, true, parsers.resources().parse(name, json), List.of());
  }

  private CallToolResult call(String body, String arguments) throws Exception {
    return call("http", body, arguments);
  }

  private CallToolResult call(String type, String body, String arguments) throws Exception {
    String tool =
        """
        {"type": "%1$s", "inputSchema": {"type": "object", "properties": {"u": {}}},
         "%1$s": {"method": "POST", "baseUrl": "%2$s", "path": "/to", %3$s}}
        """
            .formatted(type, service.url(), body);
    Call call = new Call((ObjectNode) Json.parse(arguments), Principal.ANONYMOUS);
    return (CallToolResult) parsers.tools().parse("t", tool).binding().call(call);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "feign"})
  void aFileOfAFormIsAResource(String type) throws Exception {
    assertThat(
            call(
                    type,
                    "\"multipart\": {\"f\": {\"bytes\": {\"resource\": \"{{args.u}}\"}}}",
                    "{\"u\": [\"a://logo.png\", \"a://texts/7\"]}")
                .isError())
        .isFalse();
    List<ReceivedParts.Part> parts = ReceivedParts.of(service.last()).named("f");
    assertThat(parts).hasSize(2);
    assertThat(parts.get(0).content()).isEqualTo(new byte[] {0, -1, -128});
    assertThat(parts.get(0).type()).isEqualTo("image/png");
    assertThat(parts.get(0).parameter("filename")).isEqualTo("logo.png");
    assertThat(parts.get(1).text()).isEqualTo("It is 7");
    assertThat(parts.get(1).type()).startsWith("text/plain");
    assertThat(parts.get(1).parameter("filename")).isEqualTo("7");
  }

  @Test
  void aWholeBodyIsAResourceThatAServiceHolds() throws Exception {
    service.answerBy(
        request ->
            request.path().equals("/far")
                ? Answer.text(200, "text/csv", "a,b")
                : Answer.json("{}"));
    assertThat(call("\"bytes\": {\"resource\": \"a://far\"}", "{}").isError()).isFalse();
    assertThat(service.last().bodyText()).isEqualTo("a,b");
    assertThat(service.last().header("Content-Type")).startsWith("text/csv");
  }

  @Test
  void aResourceThatCannotBeReadIsTheArgumentsFault() throws Exception {
    service.answer(Answer.text(500, "text/plain", ""));
    for (String uri : List.of("a://none", "file:///etc/passwd", "a://far")) {
      CallToolResult result =
          call("\"bytes\": {\"resource\": \"{{args.u}}\"}", "{\"u\": \"" + uri + "\"}");
      assertThat(result.facts().path("error").asText()).isEqualTo("bad_argument");
      assertThat(result.facts().at("/problems/0/pointer").asText()).isEqualTo("/u");
    }
    assertThat(service.requests()).allMatch(request -> request.path().equals("/far"));
  }

  @Test
  void aResourceCannotCarryResources() {
    assertThat(
            org.assertj.core.api.Assertions.catchThrowableOfType(
                BadConfigException.class,
                () ->
                    parsers
                        .resources()
                        .parse(
                            "r",
                            "{\"uri\": \"a://r\", \"http\": {\"method\": \"POST\", \"url\":"
                                + " \"http://h.example\", \"bytes\": {\"resource\": \"a://r\"}}}")))
        .hasMessageContaining("/http/bytes/resource");
  }

  /** Each of them may cost a call, and be as large as an answer. */
  @Test
  void oneCallReadsNotAnyNumberOfResources() throws Exception {
    String files = "\"multipart\": {\"f\": {\"bytes\": {\"resource\": \"{{args.u}}\"}}}";
    String far = "\"a://far\"";
    CallToolResult many = call(files, "{\"u\": [" + (far + ",").repeat(100) + far + "]}");
    assertThat(many.facts().path("message").asText()).contains("100 elements");
    assertThat(service.requests()).isEmpty();
    service.answer(Answer.text(200, "text/plain", "x".repeat(9_000_000)));
    CallToolResult large = call(files, "{\"u\": [" + (far + ",").repeat(30) + far + "]}");
    assertThat(large.facts().path("message").asText()).contains("bytes together");
    assertThat(service.requests()).hasSize(4);
  }

  @Test
  void aUriThatNamesNothingIsNotRepeatedWhole() throws Exception {
    String uri = "a://" + "x".repeat(100_000);
    CallToolResult result =
        call("\"bytes\": {\"resource\": \"{{args.u}}\"}", "{\"u\": \"" + uri + "\"}");
    assertThat(result.json().toString()).contains("a://xxx").hasSizeLessThan(3_000);
  }
}
