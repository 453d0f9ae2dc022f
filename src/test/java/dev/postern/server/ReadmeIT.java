package dev.postern.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import dev.postern.testing.server.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The five minutes of README.md, pasted line by line. */
class ReadmeIT {
  private final Path folder =
      Files.createTempDirectory(Files.createDirectories(Path.of("target", "run-it")), "readme")
          .toAbsolutePath();

  ReadmeIT() throws IOException {}

  @Test
  void everyLineDoesWhatTheTextAroundItSays() throws Exception {
    String readme = Files.readString(Path.of("README.md"));
    String port = Integer.toString(FreePort.find());
    try (LocalRun run = LocalRun.start(port, folder)) {
      run.awaitBanner();
      String service = run.told("sample service is +(\\S+)");
      String login = "-u admin:" + run.told("password +(\\S+)") + " ";
      String tour =
          readme
              .replace("http://127.0.0.1:8081", service)
              .replace("127.0.0.1:8080", "127.0.0.1:" + port)
              .replace("-u admin ", login);
      Files.writeString(folder.resolve("user.json"), first("(?s)```json\n(.*?)```", tour));
      List<JsonNode> answers = new ArrayList<>();
      for (String line : tour.lines().filter(line -> line.startsWith("    curl ")).toList()) {
        answers.add(paste(line.strip()));
      }
      assertThat(answers).hasSize(5);
      assertThat(answers.get(0).get("ok").booleanValue()).as(answers.get(0).toString()).isTrue();
      assertThat(answers.get(1).toString()).contains("Ada Lovelace");
      assertThat(answers.get(2).at("/error/message").textValue()).contains("404");
      assertThat(answers.get(3).at("/error/code").textValue()).isEqualTo("invalid_arguments");
      assertThat(answers.get(4).get("ok").booleanValue()).isTrue();
    }
  }

  private JsonNode paste(String line) throws Exception {
    Process shell =
        new ProcessBuilder("bash", "-c", line.replaceFirst("^curl ", "curl -s "))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    return Json.parse(shell.getInputStream().readAllBytes());
  }

  private static String first(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    assertThat(matcher.find()).as(pattern).isTrue();
    return matcher.group(1);
  }
}
