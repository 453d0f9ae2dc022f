package dev.postern.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.invoker.fixed.StaticToolType;
import dev.postern.testing.service.RecordingService;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ToolParserTest {
  private static final String BLOCK = "\"static\": {\"text\": \"x\"}";
  private final ToolParser parser = new ToolParser(List.of(new StaticToolType()), List.of());

  private List<String> problems(String name, String json) {
    try {
      parser.parse(name, json);
    } catch (BadConfigException e) {
      return e.problems().stream().map(Problem::toString).toList();
    }
    return List.of();
  }

  @Test
  void everythingWrongIsToldAtOnce() {
    String json =
        """
        {"name": "other", "title": 5, "description": [], "annotations": "x", "icons": {},
         "outputSchema": true, "_meta": 1, "type": "static", "inputShema": {}, "sttatic": {},
         "static": {"text": "{{args.x}}", "tekst": 1}}
        """;
    assertThat(problems("weather.search", json))
        .extracting(problem -> problem.substring(0, problem.indexOf(": ")))
        .containsExactlyInAnyOrder(
            "/name",
            "/title",
            "/description",
            "/annotations",
            "/icons",
            "/outputSchema",
            "/_meta",
            "/inputShema",
            "/sttatic",
            "/static/text",
            "/static/tekst");
    assertThat(problems("weather.search", json).toString())
        .contains("did you mean \"inputSchema\"?")
        .contains("did you mean \"static\"?")
        .contains("did you mean \"text\"?");
  }

  @Test
  void aFaultySchemaDoesNotHideWhatElseIsWrong() {
    String json =
        """
        {"type": "static", "static": {"text": "{{args.city}} {{args.town}}", "tekst": 1},
         "inputSchema": {"type": "object", "properties": {"city": {"type": "strin"}}}}
        """;
    assertThat(problems("a", json).toString())
        .contains("/inputSchema/properties/city/type: ", "/static/tekst: ", "no property \"town\"")
        .doesNotContain("no property \"city\"");
  }

  @Test
  void anUnknownTypeDoesNotHideUnknownKeys() {
    String json = "{\"type\": \"statik\", \"static\": {}, \"foo\": 1, \"titel\": \"x\"}";
    assertThat(problems("a", json))
        .extracting(problem -> problem.substring(0, problem.indexOf(": ")))
        .containsExactlyInAnyOrder("/type", "/foo", "/titel");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{`|is not JSON at line 1, column 2",
        "[]|A tool is a JSON object",
        "\"x\"|A tool is a JSON object",
        "{}|/type: is missing; it must be one of [static]",
        "{\"type\": \"htp\"}|/type: must be one of [static], not \"htp\"",
        "{\"type\": 1}|/type: must be one of [static], not 1",
        "{\"type\": \"static\"}|/static: is missing; it must be an object",
        "{\"type\": \"static\", \"type\": \"static\"}|Duplicate field 'type'",
        "{\"a\": 1} x|is not JSON",
      })
  void eachMistakeIsNamed(String json, String expected) {
    assertThat(problems("n", json.replace("`", ""))).singleElement().asString().contains(expected);
  }

  @Test
  void deepNestingIsRefusedAndNotFollowed() {
    assertThat(problems("n", "{\"_meta\": " + "{\"a\":".repeat(10_000)))
        .singleElement()
        .asString()
        .contains("is not JSON")
        .contains("nesting depth");
  }

  @Test
  void namesMayBeAnyUnicodeTextButShortAndOnOneLine() {
    String json = "{\"type\": \"static\", " + BLOCK + "}";
    for (String name :
        List.of(
            "\u670d\u52a1\u5668\u4fe1\u606f",
            "weather.search",
            "a b/c",
            "\ud83d\ude00".repeat(200))) {
      assertThat(problems(name, json)).as(name).isEmpty();
    }
    for (String name :
        List.of("", "  ", " a", "a ", "a\u3000", "a\nb", "a\u0000", "x".repeat(201))) {
      assertThat(problems(name, json)).singleElement().asString().startsWith("/name: ");
    }
  }

  @Test
  void schemasAreCheckedByTheirMetaSchema() {
    String json = "{\"type\": \"static\", " + BLOCK + ", \"inputSchema\": %s}";
    assertThat(problems("n", json.formatted("[]")))
        .singleElement()
        .asString()
        .startsWith("/inputSchema: ");
    assertThat(problems("n", json.formatted("{}")))
        .singleElement()
        .asString()
        .startsWith("/inputSchema/type: ");
    assertThat(
            problems(
                "n",
                json.formatted(
                    "{\"type\": \"object\", \"required\": \"a\", \"properties\": {\"a\": {\"type\":"
                        + " \"text\"}}}")))
        .anyMatch(problem -> problem.startsWith("/inputSchema/required: "))
        .anyMatch(problem -> problem.startsWith("/inputSchema/properties/a/type: "));
    assertThat(
            problems(
                "n",
                json.formatted(
                    "{\"type\": \"object\", \"properties\": {\"a\": {\"$ref\":"
                        + " \"#/$defs/none\"}}}")))
        .isNotEmpty()
        .allMatch(problem -> problem.startsWith("/inputSchema"));
    assertThat(
            problems(
                "n",
                json.formatted(
                    "{\"type\": \"object\", \"properties\": {\"a\": {\"pattern\": \"[\"}}}")))
        .isNotEmpty()
        .allMatch(problem -> problem.startsWith("/inputSchema"));
  }

  @Test
  void aSchemaIsNeverFetched() {
    try (RecordingService service = RecordingService.start()) {
      service.answer(dev.postern.testing.service.Answer.json("{\"type\": \"string\"}"));
      String json =
          "{\"type\": \"static\", %s, \"inputSchema\": {\"type\": \"object\", \"properties\":"
              + " {\"a\": {\"$ref\": \"%s\"}}}}";
      assertThat(problems("n", json.formatted(BLOCK, service.url("/schema.json"))))
          .isNotEmpty()
          .allMatch(problem -> problem.startsWith("/inputSchema"));
      assertThat(service.connections()).isZero();
    }
  }

  @Test
  void whatClientsSeeIsPassedOnAsWritten() throws Exception {
    Tool tool =
        parser.parse(
            "n",
            """
            {"type": "static", "title": "T", "description": "D", "_meta": {"x": 1.10},
             "annotations": {"readOnlyHint": true}, "icons": [{"src": "x"}],
             "outputSchema": {"type": "object"},
             "inputSchema": {"type": "object", "$defs": {"a": {}}, "x-own": 1},
             "static": {"text": "x"}}
            """);
    assertThat(tool.definition().toString())
        .isEqualTo(
            "{\"name\":\"n\",\"title\":\"T\",\"description\":\"D\",\"inputSchema\":{\"type\":\"object\","
                + "\"$defs\":{\"a\":{}},\"x-own\":1},\"outputSchema\":{\"type\":\"object\"},"
                + "\"annotations\":{\"readOnlyHint\":true},\"icons\":[{\"src\":\"x\"}],\"_meta\":{\"x\":1.10}}");
  }
}
