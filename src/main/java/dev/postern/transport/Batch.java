package dev.postern.transport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.postern.message.ErrorCode;
import dev.postern.message.Message;
import dev.postern.message.RpcException;
import dev.postern.protocol.stateful.Handshake;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Several messages in one array, as 2025-03-26 has them.
 *
 * @param requests in their order; each gets an entry in the answer
 * @param rest notifications and replies, which get none
 */
public record Batch(List<Message.Request> requests, List<Message> rest) {

  /** More in one body are no client's idea of a batch. */
  private static final int MOST = 100;

  public static Batch of(ArrayNode array) throws RpcException {
    if (array.isEmpty()) {
      throw new RpcException(ErrorCode.INVALID_REQUEST, "The batch is empty");
    }
    if (array.size() > MOST) {
      throw new RpcException(
          ErrorCode.INVALID_REQUEST, "A batch has at most " + MOST + " messages");
    }
    List<Message.Request> requests = new ArrayList<>();
    List<Message> rest = new ArrayList<>();
    for (JsonNode element : array) {
      Message message = Message.of(element);
      if (message instanceof Message.Request request) {
        if (request.method().equals(Handshake.INITIALIZE)) {
          throw new RpcException(
              ErrorCode.INVALID_REQUEST, "\"initialize\" must not be part of a batch");
        }
        requests.add(request);
      } else {
        rest.add(message);
      }
    }
    return new Batch(requests, rest);
  }

  /**
   * The array of responses.
   *
   * @param carryOut yields a request's response; null where it gets none because it was cancelled
   */
  public byte[] answers(Function<Message.Request, byte[]> carryOut) {
    ByteArrayOutputStream answers = new ByteArrayOutputStream();
    for (Message.Request request : requests) {
      byte[] answer = carryOut.apply(request);
      if (answer != null) {
        answers.write(answers.size() == 0 ? '[' : ',');
        answers.writeBytes(answer);
      }
    }
    answers.writeBytes(answers.size() == 0 ? new byte[] {'[', ']'} : new byte[] {']'});
    return answers.toByteArray();
  }
}
