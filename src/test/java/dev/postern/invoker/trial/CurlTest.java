package dev.postern.invoker.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Conversation;
import dev.postern.catalogue.Tool;
import dev.postern.invoker.ServiceToolCases;
import dev.postern.message.Json;
import dev.postern.security.Principal;
import dev.postern.testing.service.ReceivedRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A line that is pasted into a shell sends what the tool sends, and does nothing else. */
class CurlTest extends ServiceToolCases {
  private static final String NASTY =
      "it's \"$HOME\" $(touch pwned) `touch pwned` \\ ; & | > pwned ! * ? [a-z] {b,c} \u00e9 #"
          + " @file";

  @TempDir Path folder;

  @Override
  protected String type() {
    return "http";
  }

  @BeforeAll
  static void findCurl() {
    boolean there;
    try {
      there = new ProcessBuilder("curl", "--version").start().waitFor() == 0;
    } catch (IOException | InterruptedException e) {
      there = false;
    }
    assumeTrue(there, "curl is not installed, so nothing shows that its lines are right");
  }

  @Test
  void everyPlaceArrivesAsTheToolSendsIt() throws Exception {
    assertSame(
        "\"method\": \"PUT\", \"query\": {\"q\": \"{{args.v}}\", \"r[]\": [1, 2]}, \"headers\":"
            + " {\"X-V\": \"a {{args.v}}\", \"X-Empty\": \"\"}, \"cookies\": {\"c\":"
            + " \"{{args.v}}\"}, \"body\": {\"v\": \"{{args.v}}\"}",
        NASTY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"method\": \"GET\"",
        "\"method\": \"HEAD\"",
        "\"method\": \"DELETE\"",
        "\"method\": \"POST\", \"text\": \"@{{args.v}}\"",
        "\"method\": \"POST\", \"form\": {\"v\": \"{{args.v}}\"}",
        "\"method\": \"POST\", \"xml\": \"<a>{{args.v}}</a>\"",
        "\"method\": \"POST\", \"text\": \"{{args.v}}\\r\\nsecond line\\nthird\"",
        "\"method\": \"POST\", \"bytes\": \"AAECAwQ=\"",
        "\"method\": \"POST\", \"multipart\": {\"v\": \"{{args.v}}\", \"f\": {\"bytes\":"
            + " \"AAEC/w==\", \"filename\": \"f.bin\"}}"
      })
  void everyKindOfBodyArrivesAsTheToolSendsIt(String settings) throws Exception {
    assertSame(settings, NASTY);
  }

  @Test
  void secretsAreVariables() throws Exception {
    assertSame(
        "\"method\": \"POST\", \"query\": {\"k\": \"{{secrets.NUMBER}}\"}, \"headers\": {\"X-K\":"
            + " \"Bearer {{secrets.TOKEN}}\"}, \"body\": {\"k\": \"{{secrets.NUMBER}}\"}",
        NASTY,
        Map.of("SECRET_1", "1234567890123", "SECRET_2", SECRET));
    assertSame(
        "\"method\": \"POST\", \"text\": \"{{secrets.NUMBER}}\\r\\n{{args.v}}\"",
        NASTY,
        Map.of("SECRET_1", "1234567890123"));
  }

  @Test
  void withoutTheSecretNothingIsSent() throws Exception {
    for (String text : List.of("{{secrets.NUMBER}}", "{{secrets.NUMBER}}\\r\\n")) {
      String line = curl("\"method\": \"POST\", \"text\": \"" + text + "\"", "x");
      service.forget();

      assertThat(shell(line, Map.of())).isNotZero();
      assertThat(service.requests()).isEmpty();
    }
  }

  private void assertSame(String settings, String value) throws Exception {
    assertSame(settings, value, Map.of());
  }

  private void assertSame(String settings, String value, Map<String, String> variables)
      throws Exception {
    service.forget();
    String line = curl(settings, value);
    ReceivedRequest ours = service.last();
    service.forget();

    assertThat(shell(line, variables)).as(line).isZero();

    assertThat(service.requests()).hasSize(1);
    ReceivedRequest theirs = service.last();
    assertThat(theirs.method()).isEqualTo(ours.method());
    assertThat(theirs.target()).isEqualTo(ours.target());
    assertThat(theirs.body()).isEqualTo(ours.body());
    for (String name :
        List.of("X-V", "X-Empty", "X-K", "Cookie", "Content-Type", "Accept", "Authorization")) {
      assertThat(theirs.headers(name)).as(name).isEqualTo(ours.headers(name));
    }
    try (var files = Files.list(folder)) {
      assertThat(files).as("what a command in a value would have made").isEmpty();
    }
  }

  /** What is shown of a call that is made. */
  private String curl(String settings, String value) throws InterruptedException {
    Tool tool = tool(schema("[\"v\"]", "v"), block("/a/%7Bc%7D/{v}", settings));
    ObjectNode arguments = Json.object().put("v", value);
    CallRecorder recorder = CallRecorder.live();
    tool.binding().call(new Call(arguments, Principal.ANONYMOUS, Conversation.NONE, recorder));
    JsonNode step = recorder.steps().get(0);
    return step.get("curl").textValue();
  }

  private int shell(String line, Map<String, String> variables)
      throws IOException, InterruptedException {
    ProcessBuilder shell =
        new ProcessBuilder("sh", "-c", "set -e\n" + line + "\n").directory(folder.toFile());
    shell.environment().putAll(variables);
    shell.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    Process process = shell.start();
    process.getOutputStream().close();
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }
}
