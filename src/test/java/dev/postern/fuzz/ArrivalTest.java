package dev.postern.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.BadConfigException;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Tool;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.security.Principal;
import dev.postern.testing.service.Loopback;
import dev.postern.testing.service.ReceivedRequest;
import dev.postern.testing.service.RecordingService;
import dev.postern.upstream.Upstream;
import dev.postern.upstream.UpstreamSettings;
import dev.postern.wiring.Parsers;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of any shape with any values, over a socket: what a real server reads. */
class ArrivalTest {
  /** Enough for every kind of place and body to come by a few dozen times. */
  private static final int CASES = 1_500;

  private static final long SEED = 20261120;

  private RecordingService service;
  private Upstream upstream;

  @BeforeEach
  void start() {
    service = RecordingService.start();
    upstream = new Upstream(Loopback.open(new UpstreamSettings("Postern/test", 100_000, 50)));
  }

  @AfterEach
  void stop() {
    upstream.close();
    service.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "feign"})
  void whatArrivesAtTheServiceIsWhatWasGiven(String type) throws Exception {
    Parsers parsers = Parsers.of(upstream, key -> Optional.empty());
    SplittableRandom random = new SplittableRandom(SEED);
    int arrived = 0;
    for (int i = 0; i < CASES; i++) {
      byte[] bytes = new byte[160];
      random.nextBytes(bytes);
      RequestCase request = new RequestCase(new Choices(bytes));
      try {
        arrived += hold(parsers, type, request) ? 1 : 0;
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + SEED + ", case " + i + ": " + request, e);
      }
    }
    assertThat(arrived).isGreaterThan(CASES / 3);
  }

  private boolean hold(Parsers parsers, String type, RequestCase request)
      throws BadConfigException, InterruptedException {
    service.forget();
    Tool tool = parsers.tools().parse("some.tool", json(type, request));
    Call call = new Call(request.arguments(), Principal.ANONYMOUS);
    CallToolResult result = (CallToolResult) tool.binding().call(call);
    if (result.isError()) {
      assertThat(result.facts().path("error").asText()).isEqualTo("bad_argument");
      assertThat(request.mayBeRefused()).as("refused: %s", result.json()).isTrue();
      assertThat(service.requests()).isEmpty();
      return false;
    }
    assertThat(service.requests()).hasSize(1);
    ReceivedRequest received = service.last();
    assertThat(received.header("Host")).isEqualTo("127.0.0.1:" + service.port());
    request.check(received);
    return true;
  }

  private ObjectNode json(String type, RequestCase request) {
    ObjectNode json = Json.object().put("type", type);
    json.set("inputSchema", RequestCase.schema());
    json.set(type, request.block(service.url()));
    return json;
  }
}
