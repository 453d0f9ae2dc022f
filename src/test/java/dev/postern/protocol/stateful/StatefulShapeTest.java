package dev.postern.protocol.stateful;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What is said to clients of older revisions, and what is left unsaid. */
class StatefulShapeTest {
  private static final String FORM =
      """
      {"mode": "form", "message": "m", "requestedSchema": {"type": "object", "properties": {
        "name": {"type": "string", "default": "Ada"},
        "age": {"type": "integer", "default": 3},
        "sure": {"type": "boolean", "default": true},
        "size": {"type": "string", "oneOf": [
          {"const": "s", "title": "Small"}, {"const": "l", "title": "Large"}]},
        "colour": {"type": "string", "enum": ["red", "blue"]}}}}
      """;

  private static final String PAGE =
      "{\"mode\":\"url\",\"message\":\"m\",\"url\":\"https://pay.example\"}";

  private static ObjectNode json(String text) throws Exception {
    return (ObjectNode) Json.parse(text);
  }

  private static ObjectNode asked(StatefulRevision revision, String params) throws Exception {
    ObjectNode given = json(params);
    ObjectNode shaped = StatefulShape.question(revision, "elicitation/create", given);
    assertThat(given).as("what others may read is as it was").isEqualTo(json(params));
    return shaped;
  }

  @Test
  void theRevisionThatHasTheFullVocabularyIsAskedInIt() throws Exception {
    assertThat(asked(StatefulRevision.V2025_11_25, FORM)).isEqualTo(json(FORM));
  }

  @Test
  void anOlderOneIsAskedInItsOwn() throws Exception {
    JsonNode shaped = asked(StatefulRevision.V2025_06_18, FORM);
    assertThat(shaped.has("mode")).isFalse();
    assertThat(shaped.at("/requestedSchema/properties"))
        .isEqualTo(
            json(
                """
                {"name": {"type": "string"}, "age": {"type": "integer"},
                 "sure": {"type": "boolean", "default": true},
                 "size": {"type": "string", "enum": ["s", "l"], "enumNames": ["Small", "Large"]},
                 "colour": {"type": "string", "enum": ["red", "blue"]}}
                """));
  }

  @Test
  void aFormWithoutFieldsIsItsAuthorsFaultAndNotOurs() throws Exception {
    assertThat(asked(StatefulRevision.V2025_06_18, "{\"message\":\"m\"}"))
        .isEqualTo(json("{\"message\":\"m\"}"));
  }

  @Test
  void aPageHasAnIdWhereTheRevisionWantsOne() throws Exception {
    String id = asked(StatefulRevision.V2025_11_25, PAGE).path("elicitationId").asText();
    assertThat(id).isNotBlank();
    assertThat(asked(StatefulRevision.V2025_11_25, PAGE).path("elicitationId").asText())
        .isNotBlank()
        .isNotEqualTo(id);
    String own = PAGE.replace("{", "{\"elicitationId\":\"own\",");
    assertThat(asked(StatefulRevision.V2025_11_25, own)).isEqualTo(json(own));
  }

  /** Libraries declare what they know, whichever revision they end up with. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "V2025_11_25 | {\"elicitation\":{\"form\":{},\"url\":{}},\"sampling\":{\"tools\":{}}}",
        "V2025_06_18 | {\"elicitation\":{},\"sampling\":{}}",
        "V2024_11_05 | {\"elicitation\":{},\"sampling\":{}}"
      })
  void aClientCanBeAskedWhatItsRevisionKnows(StatefulRevision revision, String capabilities)
      throws Exception {
    String declared =
        "{\"elicitation\":{\"form\":{},\"url\":{}},\"sampling\":{\"tools\":{}},\"roots\":{}}";
    ObjectNode expected = json(capabilities);
    expected.putObject("roots");
    assertThat(StatefulShape.capabilities(revision, json(declared))).isEqualTo(expected);
    assertThat(StatefulShape.capabilities(revision, json("{\"roots\":{}}")))
        .isEqualTo(json("{\"roots\":{}}"));
  }

  /** Clients of these revisions drop the whole list over any other root. */
  @ParameterizedTest
  @EnumSource(StatefulRevision.class)
  void anOutputThatIsNoObjectIsTextAlone(StatefulRevision revision) throws Exception {
    for (String root : new String[] {"{\"type\":\"array\"}", "{\"type\":[\"object\",\"null\"]}"}) {
      JsonNode list =
          revision.shape(
              "tools/list",
              json(
                  "{\"tools\":[{\"name\":\"t\",\"inputSchema\":{},\"outputSchema\":"
                      + root
                      + "}]}"));
      assertThat(list.at("/tools/0").has("outputSchema")).as(root).isFalse();
      assertThat(list.at("/tools/0").has("inputSchema")).isTrue();
    }
    for (String value : new String[] {"[1]", "7", "null"}) {
      JsonNode result =
          revision.shape(
              "tools/call",
              json(
                  "{\"content\":[{\"type\":\"text\",\"text\":\"x\"}],\"structuredContent\":"
                      + value
                      + "}"));
      assertThat(result.has("structuredContent")).as(value).isFalse();
      assertThat(result.at("/content/0/text").asText()).isEqualTo("x");
    }
  }

  @Test
  void messagesOfPromptsAreMadeOfBlocksThatTheClientKnows() throws Exception {
    String audio = "{\"type\":\"audio\",\"data\":\"AAAA\",\"mimeType\":\"audio/wav\"}";
    String link = "{\"type\":\"resource_link\",\"uri\":\"x://y\",\"name\":\"n\",\"icons\":[]}";
    String prompt =
        "{\"messages\":[{\"role\":\"user\",\"content\":%s},{\"role\":\"user\",\"content\":%s}]}"
            .formatted(audio, link);
    assertThat(blocks(StatefulRevision.V2025_11_25, prompt)).isEqualTo("audio resource_link");
    assertThat(blocks(StatefulRevision.V2025_06_18, prompt)).isEqualTo("audio resource_link");
    assertThat(blocks(StatefulRevision.V2025_03_26, prompt)).isEqualTo("audio text");
    assertThat(blocks(StatefulRevision.V2024_11_05, prompt)).isEqualTo("resource text");
    assertThat(StatefulRevision.V2025_06_18.shape("prompts/get", json(prompt)).toString())
        .doesNotContain("icons");
  }

  private static String blocks(StatefulRevision revision, String prompt) throws Exception {
    JsonNode messages = revision.shape("prompts/get", json(prompt)).path("messages");
    return messages.at("/0/content/type").asText() + " " + messages.at("/1/content/type").asText();
  }

  @ParameterizedTest
  @CsvSource({"V2024_11_05, false", "V2025_03_26, false", "V2025_06_18, true", "V2025_11_25, true"})
  void listsOfPromptsAndResourcesHaveTitlesAndDatesWhereTheyAreKnown(
      StatefulRevision revision, boolean known) throws Exception {
    JsonNode prompt =
        revision
            .shape(
                "prompts/list",
                json(
                    "{\"prompts\":[{\"name\":\"p\",\"title\":\"P\",\"_meta\":{},\"arguments\":["
                        + "{\"name\":\"a\",\"title\":\"A\",\"required\":true}]}]}"))
            .at("/prompts/0");
    assertThat(prompt.has("title")).isEqualTo(known);
    assertThat(prompt.has("_meta")).isEqualTo(known);
    assertThat(prompt.at("/arguments/0").has("title")).isEqualTo(known);
    assertThat(prompt.at("/arguments/0/required").asBoolean()).isTrue();
    for (String kind : new String[] {"resources", "resourceTemplates"}) {
      JsonNode resource =
          revision
              .shape(
                  kind.equals("resources") ? "resources/list" : "resources/templates/list",
                  json(
                      "{\"%s\":[{\"name\":\"r\",\"uri\":\"x://y\",\"annotations\":".formatted(kind)
                          + "{\"priority\":1,\"lastModified\":\"2026-11-20T00:00:00Z\"}}]}"))
              .at("/" + kind + "/0");
      assertThat(resource.at("/annotations").has("lastModified")).isEqualTo(known);
      assertThat(resource.at("/annotations/priority").asInt()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(StatefulRevision.class)
  void progressHasNoMessageInTheOldest(StatefulRevision revision) throws Exception {
    ObjectNode params = json("{\"progressToken\":1,\"progress\":1,\"message\":\"half\"}");
    assertThat(
            StatefulShape.notification(revision, "notifications/progress", params).has("message"))
        .isEqualTo(revision != StatefulRevision.V2024_11_05);
  }
}
