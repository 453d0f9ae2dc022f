package dev.postern.transport.streamable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.postern.message.ErrorCode;
import dev.postern.message.Message;
import dev.postern.message.RpcException;
import dev.postern.protocol.Cancellation;
import dev.postern.protocol.RpcJson;
import dev.postern.protocol.stateful.StatefulEra;
import dev.postern.session.Session;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Several messages in one array, as 2025-03-26 has them.
 *
 * @param requests in their order; each gets an entry in the answer
 * @param rest notifications and replies, which get none
 */
record Batch(List<Message.Request> requests, List<Message> rest) {

  /** More in one body are no client's idea of a batch. */
  private static final int MOST = 100;

  static Batch of(ArrayNode array) throws RpcException {
    if (array.size() > MOST) {
      throw new RpcException(
          ErrorCode.INVALID_REQUEST, "A batch has at most " + MOST + " messages");
    }
    List<Message.Request> requests = new ArrayList<>();
    List<Message> rest = new ArrayList<>();
    for (JsonNode element : array) {
      Message message = Message.of(element);
      if (message instanceof Message.Request request) {
        if (StatefulEndpoint.isInitialize(request)) {
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

  /** The array of responses. */
  byte[] carryOut(StatefulEra era, Session session, StatefulAnswer channel) {
    ByteArrayOutputStream answers = new ByteArrayOutputStream();
    for (Message.Request request : requests) {
      byte[] answer = carryOut(era, session, request, channel);
      if (answer != null) {
        answers.write(answers.size() == 0 ? '[' : ',');
        answers.writeBytes(answer);
      }
    }
    answers.writeBytes(answers.size() == 0 ? new byte[] {'[', ']'} : new byte[] {']'});
    return answers.toByteArray();
  }

  private static byte[] carryOut(
      StatefulEra era, Session session, Message.Request request, StatefulAnswer channel) {
    try {
      return RpcJson.response(
          request.id(), era.handle(session, request, channel, new Cancellation()));
    } catch (RpcException e) {
      return RpcJson.error(request.id(), e);
    } catch (InterruptedException e) { // cancelled: it gets no entry
      return null;
    }
  }
}
