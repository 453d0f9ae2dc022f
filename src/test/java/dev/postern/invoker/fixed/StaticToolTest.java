package dev.postern.invoker.fixed;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.BadConfigException;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Problem;
import dev.postern.catalogue.Tool;
import dev.postern.catalogue.ToolParser;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.security.Principal;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class StaticToolTest {

  private static Tool tool(String block) throws BadConfigException {
    return new ToolParser(List.of(new StaticToolType()), List.of())
        .parse(
            "greet",
            "{\"type\": \"static\", \"inputSchema\": {\"type\": \"object\", \"properties\": {\"name\": {},"
                + " \"n\": {\"default\": 5}}}, \"static\": "
                + block
                + "}");
  }

  private static CallToolResult call(String block, String arguments) throws Exception {
    Tool tool = tool(block);
    return (CallToolResult)
        tool.binding().call(new Call((ObjectNode) Json.parse(arguments), Principal.ANONYMOUS));
  }

  private static String text(CallToolResult result) {
    return result.json().at("/content/0/text").textValue();
  }

  @Test
  void aTextIsFilledAndNeverReadAgain() throws Exception {
    String block = "{\"text\": \"Hello {{args.name}}, {{'{{'}}args.name}} {{args.n}}!\"}";
    assertThat(text(call(block, "{\"name\": \"{{args.n}}\", \"n\": 1e6}")))
        .isEqualTo("Hello {{args.n}}, {{args.name}} 1000000!");
    assertThat(text(call(block, "{}"))).isEqualTo("Hello , {{args.name}} 5!");
    assertThat(call(block, "{}").json().has("structuredContent")).isFalse();
  }

  @Test
  void jsonIsDataAndText() throws Exception {
    String block = "{\"json\": {\"who\": \"{{args.name}}\", \"n\": \"{{args.n}}\", \"k\": [1.10]}}";
    CallToolResult result = call(block, "{\"n\": 2.50}");
    assertThat(text(result)).isEqualTo("{\"n\":2.50,\"k\":[1.10]}");
    assertThat(result.json().path("structuredContent").toString()).isEqualTo(text(result));
    assertThat(text(call("{\"json\": [\"{{args.name}}\"]}", "{\"name\": null}")))
        .isEqualTo("[null]");
    assertThat(text(call("{\"json\": \"{{args.name}}\"}", "{}"))).isEqualTo("null");
  }

  @Test
  void textAndJsonStandTogether() throws Exception {
    CallToolResult result =
        call("{\"text\": \"It is {{args.n}}\", \"json\": {\"n\": \"{{args.n}}\"}}", "{\"n\": 3}");
    assertThat(text(result)).isEqualTo("It is 3");
    assertThat(result.json().path("structuredContent").toString()).isEqualTo("{\"n\":3}");
  }

  @Test
  void whatIsWrongIsNamed() {
    for (String[] wrong :
        new String[][] {
          {"{}", "/static: "},
          {"[]", "/static: "},
          {"{\"text\": 5}", "/static/text: "},
          {"{\"txt\": \"x\", \"text\": \"x\"}", "/static/txt: "},
          {"{\"text\": \"{{args.nam}}\"}", "/static/text: "},
          {"{\"text\": \"{{secrets.KEY}}\"}", "/static/text: "},
          {"{\"json\": {\"a\": [\"{{\"]}}", "/static/json/a/0: "}
        }) {
      assertThat(problems(wrong[0])).singleElement().asString().startsWith(wrong[1]);
    }
  }

  private static List<Problem> problems(String block) {
    try {
      tool(block);
    } catch (BadConfigException e) {
      return e.problems();
    }
    return List.of();
  }

  @Test
  void aConstantResultIsTheSameEveryTime() throws Exception {
    Tool tool = tool("{\"text\": \"fixed\"}");
    assertThat(tool.binding())
        .extracting(
            binding -> {
              try {
                return binding.call(new Call(Json.object(), Principal.ANONYMOUS));
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            },
            InstanceOfAssertFactories.type(CallToolResult.class))
        .isEqualTo(CallToolResult.text("fixed"));
  }
}
