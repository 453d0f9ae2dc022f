package dev.postern.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageTest {

  @Test
  void aRequestKeepsItsIdExactlyAsItCame() throws Exception {
    for (String id : new String[] {"1", "\"1\"", "-7", "123456789012345678901234567890", "\"\""}) {
      Message message = read("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}");
      assertThat(message).isInstanceOf(Message.Request.class);
      assertThat(((Message.Request) message).id()).hasToString(id);
      assertThat(((Message.Request) message).params()).isEmpty();
    }
  }

  @Test
  void withoutAnIdItIsANotification() throws Exception {
    assertThat(read("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}"))
        .isEqualTo(new Message.Notification("notifications/initialized", Json.object()));
  }

  @Test
  void anAnswerToTheServerIsAReply() throws Exception {
    assertThat(read("{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}"))
        .isInstanceOf(Message.Reply.class);
    assertThat(read("{\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":1,\"message\":\"\"}}"))
        .isInstanceOf(Message.Reply.class);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "`[]` | an array",
        "`7` | the number 7",
        "`{\"id\":1,\"method\":\"ping\"}` | \"jsonrpc\"",
        "`{\"jsonrpc\":2.0,\"id\":1,\"method\":\"ping\"}` | \"jsonrpc\"",
        "`{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}` | \"id\"",
        "`{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"ping\"}` | \"id\"",
        "`{\"jsonrpc\":\"2.0\",\"id\":1}` | \"method\"",
        "`{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":null}` | \"method\"",
        "`{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}` | \"params\"",
        "`{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":null}` | \"params\""
      },
      delimiter = '|')
  void whatIsNoMessageIsToldByItsMember(String json, String named) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(RpcException.class)
        .hasMessageContaining(named)
        .extracting(e -> ((RpcException) e).code())
        .isEqualTo(ErrorCode.INVALID_REQUEST);
  }

  @Test
  void numbersKeepTheirForm() throws Exception {
    String json = "{\"a\":1000000,\"b\":0.10,\"c\":12345678901234567890.123456789,\"d\":1e2}";
    assertThat(Json.text(Json.parse(json)))
        .isEqualTo("{\"a\":1000000,\"b\":0.10,\"c\":12345678901234567890.123456789,\"d\":1E+2}");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {"`{\"a\":1,\"a\":2}`", "`{} {}`", "`{\"a\":}`", "``", "`{'a':1}`", "`NaN`"})
  void whatIsNotJsonIsRefused(String text) {
    assertThatThrownBy(() -> Json.parse(text)).isInstanceOf(JsonProcessingException.class);
  }

  @Test
  void nestingBeyondTheLimitIsRefusedBeforeItCostsAnything() {
    String deep = "[".repeat(100_000) + "]".repeat(100_000);
    assertThatThrownBy(() -> Json.parse(deep.getBytes()))
        .isInstanceOf(JsonProcessingException.class)
        .hasMessageContaining(Integer.toString(Json.MAX_DEPTH));
  }

  @Test
  void bytesThatAreNotUtf8AreRefused() {
    byte[] bytes = {'"', (byte) 0xC3, (byte) 0x28, '"'};
    assertThatThrownBy(() -> Json.parse(bytes)).isInstanceOf(JsonProcessingException.class);
  }

  private static Message read(String json) throws RpcException, JsonProcessingException {
    return Message.of(Json.parse(json));
  }
}
