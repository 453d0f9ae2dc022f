package dev.postern.transport.streamable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.postern.message.ErrorCode;
import dev.postern.message.Message;
import dev.postern.message.RpcException;
import dev.postern.protocol.Cancellation;
import dev.postern.protocol.Result;
import dev.postern.protocol.RpcJson;
import dev.postern.protocol.stateful.Handshake;
import dev.postern.protocol.stateful.SessionException;
import dev.postern.protocol.stateful.StatefulEra;
import dev.postern.security.inbound.McpGuard;
import dev.postern.session.Session;
import dev.postern.transport.Batch;
import dev.postern.transport.CallThreads;
import dev.postern.transport.Pulse;
import dev.postern.transport.ResponseStream;
import dev.postern.transport.ServerSentEvent;
import dev.postern.transport.ServletPair;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Optional;

/** POST, GET and DELETE of the revisions with sessions. */
public final class StatefulEndpoint {
  /** How long a client shall wait before it comes back to a stream that ended. */
  static final long RETRY_MILLIS = 1_000;

  private static final String SESSION_ID = "MCP-Session-Id";
  private static final String PROTOCOL_VERSION = "MCP-Protocol-Version";

  private final Handshake handshake;
  private final StatefulEra era;
  private final SessionStreams streams;
  private final CallThreads threads;
  private final Pulse pulse;
  private final boolean clientsMayEnd;

  /**
   * @param clientsMayEnd whether DELETE ends a session, or is answered with 405
   */
  public StatefulEndpoint(
      Handshake handshake,
      StatefulEra era,
      SessionStreams streams,
      CallThreads threads,
      Pulse pulse,
      boolean clientsMayEnd) {
    this.handshake = handshake;
    this.era = era;
    this.streams = streams;
    this.threads = threads;
    this.pulse = pulse;
    this.clientsMayEnd = clientsMayEnd;
  }

  static boolean isInitialize(Message.Request request) {
    return request.method().equals(Handshake.INITIALIZE);
  }

  void request(Message.Request request, ServletPair pair) throws IOException {
    HttpAnswer answer = new HttpAnswer(pair.request(), pair.response());
    try {
      if (isInitialize(request)) {
        initialize(request, pair.request(), answer);
        return;
      }
      Session session = session(pair.request());
      boolean primes = StatefulEra.revision(session).knowsPriming();
      StatefulAnswer given =
          new StatefulAnswer(pair, threads, streams, pulse, session.id(), primes);
      CallRun run = new CallRun(request.id(), given, () -> carryOut(session, request, given));
      if (era.letsClientGo(session, request)) {
        run.elsewhere(threads);
      } else if (era.mayWait(request)) {
        run.start(threads);
      } else {
        run.here();
      }
    } catch (SessionException e) {
      refuse(answer, request.id(), e);
    } catch (RpcException e) {
      answer.error(200, request.id(), e);
    }
  }

  private void initialize(Message.Request request, HttpServletRequest http, HttpAnswer answer)
      throws SessionException, RpcException, IOException {
    Handshake.Opened opened =
        handshake.initialize(
            http.getHeader(SESSION_ID), request.params(), McpGuard.principal(http));
    answer.header(SESSION_ID, opened.session().id());
    answer.body(200, RpcJson.response(request.id(), opened.result()));
  }

  private void carryOut(Session session, Message.Request request, StatefulAnswer answer) {
    try {
      Result result = era.handle(session, request, answer, new Cancellation());
      answer.result(request.id(), result);
    } catch (RpcException e) {
      answer.error(200, request.id(), e);
    } catch (InterruptedException e) { // cancelled by its client, or the program ends
      if (threads.isEnding()) {
        answer.error(503, request.id(), PostAnswer.ending());
      } else {
        answer.nothing();
      }
    }
  }

  /** Only 2025-03-26 has batches, without {@code initialize} in them. */
  void batch(ArrayNode batch, ServletPair pair) throws RpcException, IOException {
    HttpAnswer answer = new HttpAnswer(pair.request(), pair.response());
    Batch parts = Batch.of(batch);
    try {
      Session session = session(pair.request());
      if (!StatefulEra.revision(session).knowsBatches()) {
        throw new RpcException(
            ErrorCode.INVALID_REQUEST, "The revision of this session has no batches");
      }
      if (parts.requests().isEmpty()) {
        parts.rest().forEach(message -> take(session, message));
        answer.accepted();
        return;
      }
      StatefulAnswer given = new StatefulAnswer(pair, threads, streams, pulse, session.id(), false);
      parts.rest().forEach(message -> take(session, message));
      CallRun run =
          new CallRun(
              null, given, () -> given.json(parts.answers(one -> answer(session, one, given))));
      run.start(threads);
    } catch (SessionException e) {
      refuse(answer, null, e);
    }
  }

  private byte[] answer(Session session, Message.Request request, StatefulAnswer channel) {
    try {
      return RpcJson.response(
          request.id(), era.handle(session, request, channel, new Cancellation()));
    } catch (RpcException e) {
      return RpcJson.error(request.id(), e);
    } catch (InterruptedException e) { // cancelled: it gets no entry
      return null;
    }
  }

  private void take(Session session, Message message) {
    if (message instanceof Message.Notification notification) {
      era.notice(session, notification);
    } else if (message instanceof Message.Reply reply) {
      era.reply(session, reply);
    }
  }

  void notice(Message.Notification notification, ServletPair pair) throws IOException {
    accept(notification, pair);
  }

  void reply(Message.Reply reply, ServletPair pair) throws IOException {
    accept(reply, pair);
  }

  private void accept(Message message, ServletPair pair) throws IOException {
    HttpAnswer answer = new HttpAnswer(pair.request(), pair.response());
    try {
      take(session(pair.request()), message);
      answer.accepted();
    } catch (SessionException e) {
      refuse(answer, null, e);
    }
  }

  static boolean namesNoSession(ServletPair pair) {
    return pair.request().getHeader(SESSION_ID) == null;
  }

  void listen(ServletPair pair) throws IOException {
    HttpServletRequest http = pair.request();
    HttpAnswer answer = new HttpAnswer(http, pair.response());
    if (http.getHeader(SESSION_ID) == null) {
      answer.notAllowed("GET needs the header MCP-Session-Id");
      return;
    }
    try {
      Session session = session(http);
      String lastEvent = http.getHeader("Last-Event-ID");
      Optional<SessionStreams.Resumed> resumed =
          lastEvent == null ? Optional.empty() : streams.resume(session.id(), lastEvent);
      if (resumed.isPresent()) {
        connect(resumed.get().log(), resumed.get().after(), false, pair);
      } else {
        listen(session, pair, answer);
      }
    } catch (SessionException e) {
      refuse(answer, null, e);
    }
  }

  private void listen(Session session, ServletPair pair, HttpAnswer answer)
      throws SessionException, IOException {
    Optional<EventLog> log = streams.listen(session.id());
    if (log.isEmpty()) {
      answer.refuse(503, ErrorCode.INTERNAL_ERROR, "Too many streams are open here");
      return;
    }
    try {
      session(pair.request()); // it may have ended before its streams included this one
    } catch (SessionException e) {
      streams.forget(log.get());
      throw e;
    }
    connect(log.get(), 0, StatefulEra.revision(session).knowsPriming(), pair);
  }

  private static void connect(EventLog log, long after, boolean primes, ServletPair pair)
      throws IOException {
    ServerSentEvent.prepare(pair.response());
    pair.response().flushBuffer();
    AsyncContext async = pair.request().startAsync(pair.request(), pair.response());
    async.setTimeout(0);
    ResponseStream[] made = new ResponseStream[1];
    made[0] = ResponseStream.over(async, () -> log.detach(made[0]));
    if (primes) {
      made[0].write(ServerSentEvent.priming(log.position(), RETRY_MILLIS));
    }
    log.attach(made[0], after);
  }

  void end(ServletPair pair) throws IOException {
    HttpAnswer answer = new HttpAnswer(pair.request(), pair.response());
    if (!clientsMayEnd) {
      answer.notAllowed("Clients may not end sessions here (postern.session.delete)");
      return;
    }
    try {
      Session session = session(pair.request());
      handshake.end(session);
      era.forget(session);
      streams.end(session.id());
      answer.empty(204);
    } catch (SessionException e) {
      refuse(answer, null, e);
    }
  }

  private Session session(HttpServletRequest http) throws SessionException {
    return handshake.find(
        http.getHeader(SESSION_ID), http.getHeader(PROTOCOL_VERSION), McpGuard.principal(http));
  }

  private static void refuse(HttpAnswer answer, JsonNode id, SessionException e)
      throws IOException {
    switch (e.reason()) {
      case UNKNOWN ->
          answer.error(404, id, new RpcException(ErrorCode.SESSION_NOT_FOUND, e.getMessage()));
      case MISSING, INVALID ->
          answer.error(400, id, new RpcException(ErrorCode.INVALID_REQUEST, e.getMessage()));
    }
  }
}
