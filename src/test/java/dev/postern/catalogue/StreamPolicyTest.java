package dev.postern.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.invoker.fixed.StaticToolType;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamPolicyTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "5 | /stream",
        "{} | /stream/closeAfterMs",
        "{\"closeAfterMs\": -1} | /stream/closeAfterMs",
        "{\"closeAfterMs\": \"5\"} | /stream/closeAfterMs",
        "{\"closeAfterMs\": 600001} | /stream/closeAfterMs",
        "{\"closeAfterMs\": 1, \"retryMs\": 1.5} | /stream/retryMs",
        "{\"closeAfterMs\": 1, \"retry\": 1} | /stream/retry",
        "{\"closeAfterMs\": 0, \"retryMs\": 600000} | none"
      })
  void whatIsWrongIsNamed(String stream, String pointer) {
    String found = "none";
    try {
      new ToolParser(List.of(new StaticToolType()), List.of(new StreamPolicy()))
          .parse("t", "{\"type\":\"static\",\"static\":{\"text\":\"\"},\"stream\":" + stream + "}");
    } catch (BadConfigException e) {
      assertThat(e.problems()).hasSize(1);
      found = e.problems().get(0).pointer();
    }
    assertThat(found).isEqualTo(pointer);
  }
}
