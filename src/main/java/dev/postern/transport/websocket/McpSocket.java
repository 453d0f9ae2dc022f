package dev.postern.transport.websocket;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.ErrorCode;
import dev.postern.message.Json;
import dev.postern.message.RpcException;
import dev.postern.protocol.RpcJson;
import dev.postern.security.ClientHeaders;
import dev.postern.security.Principal;
import dev.postern.transport.CallThreads;
import dev.postern.transport.Connection;
import dev.postern.transport.Connections;
import jakarta.websocket.CloseReason;
import jakarta.websocket.CloseReason.CloseCodes;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.MessageHandler;
import jakarta.websocket.PongMessage;
import jakarta.websocket.Session;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One WebSocket. The server calls it for one event at a time; Payara wants the class public. */
public final class McpSocket extends Endpoint {
  private static final Logger LOG = LoggerFactory.getLogger(McpSocket.class);

  /** Where the handshake left who is calling. */
  static final String PRINCIPAL = "dev.postern.principal";

  /** And with which headers. */
  static final String HEADERS = "dev.postern.headers";

  /**
   * How long Tomcat lets a thread, and the connection, wait for a client that shall be told its end
   * and does not answer; its own limits are 20 and 30 seconds. Other servers do not look here.
   */
  private static final Map<String, Object> CLOSING_LIMITS =
      Map.of(
          "org.apache.tomcat.websocket.BLOCKING_SEND_TIMEOUT", 5_000L,
          "org.apache.tomcat.websocket.SESSION_CLOSE_TIMEOUT", 5_000L);

  private final Connections connections;
  private final CallThreads threads;
  private final int limit;

  private SocketLine line;
  private Connection connection;

  /** What came of a message so far. Servers pass on long ones in parts of some kilobytes. */
  private StringBuilder message = new StringBuilder();

  private long messageBytes;

  /**
   * @param limit most bytes of one message
   */
  McpSocket(Connections connections, CallThreads threads, int limit) {
    this.connections = connections;
    this.threads = threads;
    this.limit = limit;
  }

  @Override
  public void onOpen(Session session, EndpointConfig config) {
    session.setMaxIdleTimeout(0); // pings and our own limit find out who is gone
    CLOSING_LIMITS.forEach(session.getUserProperties()::put);
    ClientHeaders headers = (ClientHeaders) session.getUserProperties().get(HEADERS);
    line = new SocketLine(session, threads, headers);
    Principal principal = (Principal) session.getUserProperties().get(PRINCIPAL);
    Optional<Connection> room = connections.open(principal, line, false);
    if (room.isEmpty()) {
      line.endWith(new CloseReason(CloseCodes.TRY_AGAIN_LATER, "too many connections are open"));
      return;
    }
    connection = room.get();
    // With their types: a server cannot find those of a lambda.
    session.addMessageHandler(String.class, (MessageHandler.Partial<String>) this::text);
    session.addMessageHandler(ByteBuffer.class, (MessageHandler.Partial<ByteBuffer>) this::binary);
    session.addMessageHandler(
        PongMessage.class, (MessageHandler.Whole<PongMessage>) pong -> line.heard());
  }

  private void binary(ByteBuffer part, boolean last) {
    line.endWith(new CloseReason(CloseCodes.CANNOT_ACCEPT, "messages are text"));
  }

  private void text(String part, boolean last) {
    line.heard();
    messageBytes += utf8Length(part);
    if (messageBytes > limit) {
      message = new StringBuilder();
      line.endWith(
          new CloseReason(
              CloseCodes.TOO_BIG, "more than " + limit + " bytes (postern.mcp.maxBody)"));
      return;
    }
    message.append(part);
    if (last) {
      String whole = message.toString();
      message = new StringBuilder();
      messageBytes = 0;
      receive(whole);
    }
  }

  private void receive(String text) {
    try {
      connection.accept(withName(Json.parse(text))).run();
    } catch (JsonProcessingException e) {
      refuse(ErrorCode.PARSE_ERROR, "The message is not JSON: " + e.getOriginalMessage());
    } catch (RpcException e) {
      line.send(RpcJson.error(null, e));
    }
  }

  private void refuse(int code, String message) {
    line.send(RpcJson.error(null, new RpcException(code, message)));
  }

  /** On this transport {@code params.tool} is another name for {@code params.name}. */
  private static JsonNode withName(JsonNode json) {
    if (json instanceof ArrayNode batch) {
      batch.forEach(McpSocket::withName);
    } else if (json.path("method").asText().equals("tools/call")
        && json.path("params") instanceof ObjectNode params
        && params.has("tool")
        && !params.has("name")) {
      params.set("name", params.remove("tool"));
    }
    return json;
  }

  /** Half a surrogate pair counts as half of its four bytes. */
  private static int utf8Length(String text) {
    int length = text.length();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        length += c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
      }
    }
    return length;
  }

  @Override
  public void onClose(Session session, CloseReason reason) {
    if (connection != null) {
      connections.gone(connection);
    }
  }

  @Override
  public void onError(Session session, Throwable cause) {
    LOG.debug("A WebSocket failed", cause); // onClose follows
  }
}
