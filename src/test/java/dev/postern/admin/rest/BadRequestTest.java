package dev.postern.admin.rest;

import static dev.postern.admin.rest.AdminRowsTest.HELLO;
import static dev.postern.admin.rest.AdminRowsTest.wrap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.admin.rest.AdminApi.Answer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that are refused before their tool is looked at. */
class BadRequestTest {
  private final AdminApi api = new AdminApi();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\n  \"name\": \"x\",\n  oops\n}",
        "{\n  \"name\": \"x\",\n  \"name\": \"y\"\n}",
        "{\"a\":1}\n\n  {}"
      })
  void malformedJsonIsRefusedWithLineAndColumn(String body) throws Exception {
    Answer answer = api.post("/admin/tools", body);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().at("/error/code").textValue()).isEqualTo("malformed_json");
    assertThat(answer.json().at("/problems/0/line").intValue()).isEqualTo(3);
    assertThat(answer.json().at("/problems/0/column").intValue()).isPositive();
  }

  @Test
  void malformedJsonInAStringIsRefusedWithItsPlaceInTheString() throws Exception {
    Answer answer = api.post("/admin/tools", wrap("hello", true, "{\n \"name\": }"));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.places()).containsExactly(" 2:10");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "5", "\"x\"", "null"})
  void aBodyThatIsNoObjectIsRefused(String body) throws Exception {
    assertThat(api.post("/admin/tools", body).status()).isEqualTo(400);
  }

  @Test
  void deepNestingIsRefused() throws Exception {
    String deep = "{\"name\":\"x\",\"_meta\":" + "[".repeat(250) + "]".repeat(250) + "}";

    assertThat(api.post("/admin/tools", deep).status()).isEqualTo(400);
  }

  @Test
  void bytesThatAreNotUtf8AreRefused() throws Exception {
    byte[] latin1 = "{\"name\":\"é\"}".getBytes(StandardCharsets.ISO_8859_1);

    Answer answer = api.send("POST", "/admin/tools", latin1);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.text()).contains("not valid UTF-8");
  }

  @Test
  void wrongTypesAndUnknownKeysOfAWrapperAreNamedTogether() throws Exception {
    Answer answer =
        api.post("/admin/tools", "{\"name\":5,\n\"enabled\":\"yes\",\n\"configJson\":7,\n\"x\":1}");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.places())
        .containsExactlyInAnyOrder("/name 1:2", "/enabled 2:1", "/configJson 3:1", "/x 4:1");
  }

  @Test
  void aBodyBeyondTheLimitIsRefusedAndOneAtTheLimitIsNot() throws Exception {
    String atLimit = HELLO + " ".repeat(AdminApi.MAX_BODY - HELLO.length());

    assertThat(api.post("/admin/tools", atLimit).status()).isEqualTo(200);
    assertThat(api.post("/admin/tools", atLimit + " ").status()).isEqualTo(413);
  }

  @Test
  void anotherContentTypeIsRefused() throws Exception {
    Answer answer = api.post("/admin/tools", HELLO, "Content-Type", "text/plain");

    assertThat(answer.status()).isEqualTo(415);
    assertThat(answer.json().at("/error/code").textValue()).isEqualTo("unsupported_media_type");
  }

  @Test
  void anUnknownPathAndAWrongMethodAreAnsweredInJson() throws Exception {
    assertThat(api.get("/admin/nowhere").json().at("/error/code").textValue())
        .isEqualTo("not_found");
    Answer put = api.send("PUT", "/admin/tools", "{}".getBytes(StandardCharsets.UTF_8));
    assertThat(put.status()).isEqualTo(405);
    assertThat(put.header("Allow")).contains("POST");
    assertThat(put.json().get("ok").booleanValue()).isFalse();
  }

  @Test
  void aFailureOfOurOwnGivesAReferenceAndNoTrace() throws Exception {
    AdminErrors errors = new AdminErrors();

    byte[] body =
        (byte[]) errors.toResponse(new IllegalStateException("password=hunter2")).getEntity();

    String text = new String(body, StandardCharsets.UTF_8);
    assertThat(text).contains("internal_error").containsPattern("reference [0-9a-f]{8}");
    assertThat(text).doesNotContain("hunter2").doesNotContain("IllegalState");
  }
}
