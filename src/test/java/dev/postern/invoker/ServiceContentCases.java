package dev.postern.invoker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Conversation;
import dev.postern.catalogue.Tool;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.message.mcp.Outcome;
import dev.postern.security.Principal;
import dev.postern.testing.service.Answer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of answers that are no plain JSON. */
public abstract class ServiceContentCases extends ServiceToolCases {
  private static final String NONE = schema("[]");
  private static final String READY = "application/vnd.postern.result+json";
  private static final byte[] BYTES = {(byte) 0x89, 'P', 'N', 'G', 0, (byte) 0xFF, 13, 10};

  private CallToolResult get(Answer answer) {
    service.answer(answer);
    return call(tool(NONE, block("/files/a%20b.bin?token=x", "")), "{}");
  }

  private CallToolResult ready(String json) {
    return get(Answer.text(200, READY, json));
  }

  @ParameterizedTest
  @CsvSource({
    "image/png,image,image/png", "image/svg+xml; charset=utf-8,image,image/svg+xml",
    "audio/wav,audio,audio/wav", "Audio/X-Wav;a=b,audio,Audio/X-Wav"
  })
  void picturesAndSoundsBecomeBlocksOfTheTypeAsSent(String sent, String kind, String mimeType) {
    CallToolResult result = get(Answer.of(200, BYTES, "Content-Type: " + sent));
    assertThat(result.isError()).isFalse();
    assertThat(result.json().toString())
        .isEqualTo(
            "{\"content\":[{\"type\":\"%s\",\"data\":\"%s\",\"mimeType\":\"%s\"}]}"
                .formatted(kind, Base64.getEncoder().encodeToString(BYTES), mimeType));
  }

  @Test
  void otherBytesBecomeAResourceThatShowsNeitherHostNorQuery() {
    JsonNode block =
        get(Answer.of(200, BYTES, "Content-Type: application/pdf")).json().at("/content/0");
    assertThat(block.get("type").asText()).isEqualTo("resource");
    assertThat(block.at("/resource/uri").asText()).isEqualTo("postern:/files/a%20b.bin");
    assertThat(block.at("/resource/mimeType").asText()).isEqualTo("application/pdf");
    assertThat(Base64.getDecoder().decode(block.at("/resource/blob").asText())).isEqualTo(BYTES);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "text/csv; charset=utf-8",
        "TEXT/HTML",
        "application/xml",
        "application/atom+xml",
        "application/yaml"
      })
  void textIsText(String type) {
    CallToolResult result = get(Answer.text(200, type, "\u00e9\u670d <b>{{args.x}}</b>\r\n"));
    assertThat(result.json().toString())
        .isEqualTo(CallToolResult.text("\u00e9\u670d <b>{{args.x}}</b>\r\n").json().toString());
  }

  @Test
  void theCharacterSetIsHonoured() {
    byte[] latin = "\u00e9".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(text(get(Answer.of(200, latin, "Content-Type: text/plain; charset=iso-8859-1"))))
        .isEqualTo("\u00e9");
    assertThat(text(get(Answer.of(200, latin, "Content-Type: text/plain")))).isEqualTo("\u00e9");
    for (String charset : new String[] {"utf-8", "nonsense", ""}) {
      JsonNode facts =
          failure(get(Answer.of(200, latin, "Content-Type: text/plain; charset=" + charset)));
      assertThat(facts.get("error").asText()).isEqualTo("upstream_not_text");
    }
    byte[] wide = "\u670d".getBytes(StandardCharsets.UTF_16LE);
    assertThat(text(get(Answer.of(200, wide, "Content-Type: text/plain;charset=\"UTF-16LE\""))))
        .isEqualTo("\u670d");
  }

  @Test
  void aToolWithAnOutputSchemaMustGetData() {
    service.answer(Answer.text(200, "text/html", "<html>login</html>"));
    JsonNode facts = failure(callStructured());
    assertThat(facts.get("error").asText()).isEqualTo("upstream_no_structure");
    assertThat(facts.get("detail").asText()).isEqualTo("<html>login</html>");
    service.answer(Answer.of(200, BYTES, "Content-Type: image/png"));
    assertThat(failure(callStructured()).has("detail")).isFalse();
    service.answer(Answer.json("[1, 2.50]"));
    assertThat(callStructured().json().get("structuredContent").toString()).isEqualTo("[1,2.50]");
    service.answer(Answer.json("{\"a\": 1}"));
    assertThat(callStructured().json().get("structuredContent").toString()).isEqualTo("{\"a\":1}");
    service.answer(Answer.json(404, "{}"));
    assertThat(failure(callStructured()).get("error").asText()).isEqualTo("upstream_status");
  }

  private CallToolResult callStructured() {
    return call(
        tool(NONE, block("/", ""), "\"outputSchema\": {\"type\": [\"object\", \"array\"]}"), "{}");
  }

  @Test
  void aReadyResultPassesThroughWithWhatNobodyKnows() {
    String json =
        "{\"content\":[{\"type\":\"text\",\"text\":\"a\",\"annotations\":{\"priority\":0.10}},"
            + "{\"type\":\"hologram\",\"x\":1}],\"structuredContent\":[1.10],\"isError\":true,"
            + "\"_meta\":{\"example.com/a\":null},\"later\":{}}";
    CallToolResult result = ready(json);
    assertThat(result.json().toString()).isEqualTo(json);
    assertThat(ready("{\"resultType\":\"complete\",\"content\":[]}").isError()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[] | \"\"",
        "{} | /content",
        "{'content': {}} | /content",
        "{'content': ['x']} | /content/0",
        "{'content': [{'text': 'x'}]} | /content/0/type",
        "{'content': [{'type': 'text'}]} | /content/0/text",
        "{'content': [{'type': 'image', 'data': 'x'}]} | /content/0/mimeType",
        "{'content': [{'type': 'audio', 'mimeType': 'x'}]} | /content/0/data",
        "{'content': [{'type': 'resource'}]} | /content/0/resource",
        "{'content': [{'type': 'resource', 'resource': {'uri': 'a:b'}}]} |"
            + " /content/0/resource/text",
        "{'content': [{'type': 'resource', 'resource': {'text': ''}}]} | /content/0/resource/uri",
        "{'content': [{'type': 'resource_link', 'uri': 'a:b'}]} | /content/0/name",
        "{'content': [], 'isError': 'yes'} | /isError",
        "{'content': [], '_meta': 1} | /_meta",
        "{'content': [], 'resultType': 'task'} | /resultType",
        "{'resultType': 'input_required'} | /inputRequests",
        "{'resultType': 'input_required', 'inputRequests': []} | /inputRequests",
        "{'resultType': 'input_required', 'inputRequests': {'a/b': {}}} |"
            + " /inputRequests/a~1b/method",
        "{'resultType': 'input_required', 'requestState': {}} | /requestState"
      })
  void aReadyResultThatIsNoneIsRefusedWithItsPlace(String json, String pointer) {
    JsonNode facts = failure(ready(json.replace('\'', '"')));
    assertThat(facts.get("error").asText()).isEqualTo("upstream_bad_result");
    assertThat(facts.at("/problems/0/pointer").asText())
        .isEqualTo(pointer.equals("\"\"") ? "" : pointer);
    assertThat(facts.get("problems")).hasSize(1);
  }

  @Test
  void aReadyResultHasNoSecretAndMustBeJson() {
    String json = "{\"content\":[{\"type\":\"text\",\"text\":\"1234567890123\"}]}";
    service.answer(Answer.text(200, READY, json));
    Tool tool = tool(NONE, block("/", "\"headers\": {\"X-N\": \"{{secrets.NUMBER}}\"}"));
    assertThat(text(call(tool, "{}"))).isEqualTo("[secret]");
    byte[] echo = "\u0000key=1234567890123;".getBytes(StandardCharsets.UTF_8);
    service.answer(Answer.of(200, echo, "Content-Type: application/octet-stream"));
    String blob = call(tool, "{}").json().at("/content/0/resource/blob").asText();
    assertThat(new String(Base64.getDecoder().decode(blob), StandardCharsets.UTF_8))
        .isEqualTo("\u0000key=[secret];");
    assertThat(failure(ready("{\"content\":")).get("error").asText())
        .isEqualTo("upstream_not_json");
  }

  @Test
  void questionsGoOutAsTheyAreAndAnswersComeBackInTheRequest() throws Exception {
    String questions =
        "{\"resultType\":\"input_required\",\"requestState\":\"s\",\"inputRequests\":"
            + "{\"user_name\":{\"method\":\"elicitation/create\",\"params\":{\"message\":\"?\"}}}}";
    service.answer(Answer.text(200, READY, questions));
    Tool tool =
        tool(
            schema("[]", "a"),
            block(
                "/x",
                "\"method\": \"POST\", \"query\": {\"s\": \"{{input.state}}\"}, \"headers\":"
                    + " {\"X-Name\": \"{{input.responses.user_name.content.name}}\"}, \"body\":"
                    + " {\"all\": \"{{args}}\", \"r\": \"{{input.responses}}\", \"c\":"
                    + " \"{{client.capabilities}}\"}"));
    Outcome.InputRequired asked = (Outcome.InputRequired) outcome(tool, Conversation.NONE);
    assertThat(asked.state()).isEqualTo("s");
    assertThat(asked.inputRequests().toString()).contains("elicitation/create", "user_name");
    assertThat(service.last().query()).isNull();
    assertThat(service.last().header("X-Name")).isNull();
    assertThat(service.last().bodyText()).isEqualTo("{\"all\":{\"a\":1},\"c\":{}}");

    String responses = "{\"user_name\":{\"action\":\"accept\",\"content\":{\"name\":\"Ada\"}}}";
    outcome(tool, new Said(responses, "s 2", "{\"roots\":{}}"));
    assertThat(service.last().queryValues("s")).containsExactly("s 2");
    assertThat(service.last().header("X-Name")).isEqualTo("Ada");
    assertThat(service.last().bodyText())
        .isEqualTo("{\"all\":{\"a\":1},\"r\":" + responses + ",\"c\":{\"roots\":{}}}");

    String evil = "{\"user_name\":{\"content\":{\"name\":\"a\\r\\nX-Evil: 1\"}}}";
    CallToolResult refused = (CallToolResult) outcome(tool, new Said(evil, null, "{}"));
    JsonNode facts = failure(refused);
    assertThat(facts.get("message").asText())
        .startsWith("The value of input.responses.user_name.content.name must not");
    assertThat(facts.has("argument")).isFalse();
  }

  private static Outcome outcome(Tool tool, Conversation conversation) throws Exception {
    return tool.binding()
        .call(new Call(Json.object().put("a", 1), Principal.ANONYMOUS, conversation));
  }

  @Test
  void questionsWithoutAPlaceForTheirAnswersAreRefused() {
    JsonNode facts =
        failure(
            ready(
                "{\"resultType\":\"input_required\",\"inputRequests\":{},\"requestState\":\"\"}"));
    assertThat(facts.get("error").asText()).isEqualTo("upstream_asks_in_vain");
  }

  @Test
  void placeholdersOfTheConversationAreChecked() {
    for (String good :
        new String[] {
          "input.responses",
          "input.responses.a.b.c",
          "input.state",
          "client.capabilities",
          "client.capabilities.sampling",
          "args"
        }) {
      assertThat(problems(NONE, block("/", "\"query\": {\"q\": \"{{%s}}\"}".formatted(good))))
          .isEmpty();
    }
    for (String bad :
        new String[] {
          "input", "input.answers", "input.state.x", "client", "client.info", "user.x"
        }) {
      assertThat(problems(NONE, block("/", "\"query\": {\"q\": \"{{%s}}\"}".formatted(bad))))
          .singleElement()
          .asString()
          .startsWith("/" + type() + "/query/q: the placeholder " + bad);
    }
    assertThat(problems(NONE, block("/{{input.state}}", "")))
        .singleElement()
        .asString()
        .contains("may be absent, but a path needs it");
  }
}
