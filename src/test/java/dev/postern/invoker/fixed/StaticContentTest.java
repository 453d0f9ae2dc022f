package dev.postern.invoker.fixed;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.BadConfigException;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Conversation;
import dev.postern.catalogue.Problem;
import dev.postern.catalogue.Tool;
import dev.postern.catalogue.ToolParser;
import dev.postern.invoker.Said;
import dev.postern.message.Json;
import dev.postern.message.mcp.Outcome;
import dev.postern.security.Principal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Static tools that answer with more than text, and those that ask first. */
class StaticContentTest {
  private static final String ASKS =
      """
      {"text": "{{input.responses.who.content.name}} has {{input.responses.dirs.roots}}",
       "input": {
         "who": {"method": "elicitation/create", "params": {"message": "Hi {{args.name}}",
           "requestedSchema": {"type": "object", "required": ["name"],
                               "properties": {"name": {"type": "string"}}}}},
         "dirs": {"method": "roots/list"}}}""";

  private static Tool tool(String block) throws BadConfigException {
    return new ToolParser(List.of(new StaticToolType()), List.of())
        .parse(
            "t",
            "{\"type\": \"static\", \"inputSchema\": {\"type\": \"object\", \"properties\": {\"name\": {}}},"
                + " \"static\": "
                + block
                + "}");
  }

  private static Outcome call(String block, String arguments, Conversation conversation)
      throws Exception {
    return tool(block)
        .binding()
        .call(new Call((ObjectNode) Json.parse(arguments), Principal.ANONYMOUS, conversation));
  }

  private static String result(String block, String arguments) throws Exception {
    return call(block, arguments, Conversation.NONE).json().toString();
  }

  @Test
  void blocksAreFilled() throws Exception {
    String block =
        "{\"content\": [{\"type\": \"text\", \"text\": \"Hi {{args.name}}\"},"
            + " {\"type\": \"image\", \"data\": \"AAAA\", \"mimeType\": \"image/png\"},"
            + " {\"type\": \"resource\", \"resource\": {\"uri\": \"{{args.name}}\", \"text\": \"x\"}}]%s}";
    assertThat(result(block.formatted(""), "{\"name\": \"a:b\"}"))
        .isEqualTo(
            "{\"content\":[{\"type\":\"text\",\"text\":\"Hi a:b\"},"
                + "{\"type\":\"image\",\"data\":\"AAAA\",\"mimeType\":\"image/png\"},"
                + "{\"type\":\"resource\",\"resource\":{\"uri\":\"a:b\",\"text\":\"x\"}}]}");
    assertThat(
            result(
                block.formatted(", \"json\": [\"{{args.name}}\"], \"isError\": true"),
                "{\"name\": \"a\"}"))
        .endsWith("]," + "\"structuredContent\":[\"a\"],\"isError\":true}");
  }

  @Test
  void aTextMayBeAnError() throws Exception {
    assertThat(result("{\"text\": \"no\", \"isError\": true}", "{}"))
        .isEqualTo("{\"content\":[{\"type\":\"text\",\"text\":\"no\"}],\"isError\":true}");
  }

  @Test
  void aWholeResultIsATemplate() throws Exception {
    assertThat(
            result(
                "{\"result\": {\"content\": [], \"structuredContent\": \"{{args}}\","
                    + " \"_meta\": {\"example.com/x\": 1}}}",
                "{\"name\": 1.50}"))
        .isEqualTo(
            "{\"content\":[],\"structuredContent\":{\"name\":1.50},\"_meta\":{\"example.com/x\":1}}");
  }

  @Test
  void whatAnArgumentMadeNoResultOfIsAnErrorWithItsPlace() throws Exception {
    String block = "{\"content\": [{\"type\": \"text\", \"text\": \"{{args.name}}\"}]}";
    for (String arguments : List.of("{\"name\": 5}", "{}")) {
      JsonNode facts =
          call(block, arguments, Conversation.NONE).json().at("/_meta/dev.postern~1error");
      assertThat(facts.get("error").asText()).isEqualTo("bad_argument");
      assertThat(facts.at("/problems/0/pointer").asText()).isEqualTo("/content/0/text");
    }
  }

  @Test
  void asksForEverythingAtOnceAndKeepsWhatWasAnsweredWell() throws Exception {
    Outcome.InputRequired asked =
        (Outcome.InputRequired) call(ASKS, "{\"name\": \"Ada\"}", new Said());
    assertThat(asked.state()).isNull();
    assertThat(asked.inputRequests().at("/who/params/message").asText()).isEqualTo("Hi Ada");
    assertThat(asked.inputRequests().get("dirs").toString())
        .isEqualTo("{\"method\":\"roots/list\"}");

    String dirs = "{\"roots\":[{\"uri\":\"file:///x\"}]}";
    Said half = new Said("{\"dirs\": " + dirs + ", \"other\": {}}", null, "{}");
    asked = (Outcome.InputRequired) call(ASKS, "{}", half);
    assertThat(asked.inputRequests().fieldNames()).toIterable().containsExactly("who");
    assertThat(asked.state()).isEqualTo("{\"dirs\":" + dirs + "}");

    Said rest =
        new Said(
            "{\"who\": {\"action\": \"accept\", \"content\": {\"name\": \"Bo\"}}}",
            asked.state(),
            "{}");
    assertThat(call(ASKS, "{}", rest).json().at("/content/0/text").asText())
        .isEqualTo("Bo has [{\"uri\":\"file:///x\"}]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} ",
        "{'action': 'accept'}",
        "{'action': 'accept', 'content': null}",
        "{'action': 'accept', 'content': {}}",
        "{'action': 'accept', 'content': {'name': 5}}",
        "{'content': {'name': 'Ada'}}",
        "{'action': 'maybe', 'content': {'name': 'Ada'}}"
      })
  void anAnswerThatIsNoneIsAskedForAgain(String answer) throws Exception {
    Said said = new Said("{\"who\": " + answer.replace('\'', '"') + "}", null, "{}");
    assertThat(((Outcome.InputRequired) call(ASKS, "{}", said)).inputRequests().has("who"))
        .isTrue();
  }

  @Test
  void whoRefusesIsNotAskedAgain() throws Exception {
    for (String action : List.of("decline", "cancel")) {
      Said said = new Said("{\"who\": {\"action\": \"" + action + "\"}}", null, "{}");
      JsonNode result = call(ASKS, "{}", said).json();
      assertThat(result.get("isError").asBoolean()).isTrue();
      assertThat(result.at("/_meta/dev.postern~1error/error").asText()).isEqualTo("input_refused");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'content': []; 'text': 'x'} | /static/text",
        "{'result': {'content': []}; 'json': 1} | /static/json",
        "{'text': 'x'; 'isError': 'yes'} | /static/isError",
        "{'content': {}} | /static/content",
        "{'content': [{'type': 'text'}]} | /static/content/0/text",
        "{'content': [{'type': 'text'; 'text': '{{args.nam}}'}]} | /static/content/0/text",
        "{'result': {}} | /static/result/content",
        "{'input': {'a': {'method': 'roots/list'}}} | /static",
        "{'text': 'x'; 'input': {}} | /static/input",
        "{'text': 'x'; 'input': {'a': {}}} | /static/input/a/method",
        "{'text': 'x'; 'input': {'a': {'method': 'tools/list'}}} | /static/input/a/method",
        "{'text': 'x'; 'input': {'a': {'method': 'roots/list'; 'params': []}}} | /static/input/a/params",
        "{'text': 'x'; 'input': {'a': {'method': 'elicitation/create'; 'params': {'requestedSchema': {'type': 'string'}}}}} | /static/input/a/params/requestedSchema/type",
        "{'text': '{{secrets.X}}'} | /static/text",
        "{'text': '{{input.response.x}}'} | /static/text"
      })
  void mistakesAreFoundWhenTheToolIsLoaded(String block, String pointer) {
    assertThat(problems(block.replace('\'', '"').replace(';', ',')))
        .singleElement()
        .satisfies(problem -> assertThat(problem.pointer()).isEqualTo(pointer));
  }

  private static List<Problem> problems(String block) {
    try {
      tool(block);
    } catch (BadConfigException e) {
      return e.problems();
    }
    return List.of();
  }
}
