package dev.postern.protocol.stateful;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.ErrorCode;
import dev.postern.message.Json;
import dev.postern.message.Message;
import dev.postern.message.RpcException;
import dev.postern.message.mcp.LogLevel;
import dev.postern.protocol.CallContext;
import dev.postern.protocol.Cancellation;
import dev.postern.protocol.Channel;
import dev.postern.protocol.Client;
import dev.postern.protocol.Dispatcher;
import dev.postern.protocol.Exchange;
import dev.postern.protocol.MethodHandler;
import dev.postern.protocol.Result;
import dev.postern.protocol.Rounds;
import dev.postern.protocol.RpcJson;
import dev.postern.security.ClientHeaders;
import dev.postern.session.EndedSessions;
import dev.postern.session.Session;
import dev.postern.session.SessionMemory;
import dev.postern.session.SessionNotes;
import dev.postern.session.StrayReplies;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** What happens inside a session, whatever transport it came by. */
public final class StatefulEra {
  private static final Rounds ROUNDS = new AskingRounds();

  /** Until a client says otherwise; the specification leaves the choice to the server. */
  private static final LogLevel DEFAULT_LEVEL = LogLevel.INFO;

  private final Dispatcher dispatcher;
  private final SessionMemory memory;
  private final SessionNotes notes;
  private final Questions questions;
  private final ConcurrentMap<Running, Cancellation> running = new ConcurrentHashMap<>();

  /**
   * @param methods those that every revision has
   * @param notes what sessions set, for and from other nodes
   * @param questionLimit how long a client may take to answer a question
   * @param strays answers that reach other nodes
   */
  public StatefulEra(
      Map<String, MethodHandler> methods,
      SessionMemory memory,
      SessionNotes notes,
      Duration questionLimit,
      StrayReplies strays) {
    this.dispatcher = new Dispatcher(methods);
    this.memory = memory;
    this.notes = notes;
    this.questions = new Questions(questionLimit, strays);
  }

  /** Whether it may have to wait for somebody, as most need not. */
  public boolean mayWait(Message.Request request) {
    return dispatcher.mayWait(request.method());
  }

  /** The program ends and cannot wait any longer. */
  public void cancelAll() {
    running.values().forEach(Cancellation::cancel);
  }

  /**
   * Carries out a request.
   *
   * @param channel where messages go that precede the answer
   * @throws RpcException to be answered as its {@code error}
   * @throws InterruptedException if it was cancelled; nothing must be answered then
   */
  public Result handle(
      Session session, Message.Request request, Channel channel, Cancellation cancellation)
      throws RpcException, InterruptedException {
    // Not to be cancelled: an interrupt would close the file under an embedded H2.
    Result ofSession = ofSession(session, request);
    if (ofSession != null) {
      return ofSession;
    }
    Running key = new Running(session.id(), request.id());
    running.put(key, cancellation);
    cancellation.begin();
    try {
      return dispatcher.dispatch(context(session, new SessionExchange(session, channel)), request);
    } finally {
      cancellation.end();
      running.remove(key, cancellation);
    }
  }

  /** Whether the request may let its client hang up before it has its answer. */
  public boolean letsClientGo(Session session, Message.Request request) {
    return revision(session).knowsPriming() && dispatcher.letsClientGo(request);
  }

  /** Takes a notification; unknown ones are ignored. */
  public void notice(Session session, Message.Notification notification) {
    if (notification.method().equals("notifications/cancelled")) {
      JsonNode id = notification.params().path("requestId");
      Cancellation cancellation = running.get(new Running(session.id(), id));
      if (cancellation != null) {
        cancellation.cancel();
      } else {
        notes.write(session, SessionNotes.Kind.CANCELLED, Json.text(id)); // it may run elsewhere
      }
    }
  }

  /** Takes the reply to a question, whichever node asked; others are dropped. */
  public void reply(Session session, Message.Reply reply) {
    questions.answered(session.id(), reply);
  }

  /**
   * Takes over answers that reached other nodes; to be called about every second, by one thread.
   */
  public void lookForAnswers() {
    questions.look();
  }

  /** Takes over what sessions set on other nodes; to be called as {@link #lookForAnswers}. */
  public void lookForNotes() {
    notes.look(this::take);
  }

  private void take(SessionNotes.Note note) {
    switch (note.kind()) {
      case LEVEL ->
          LogLevel.of(note.value()).ifPresent(level -> memory.setLogLevel(note.mark(), level));
      case SUBSCRIBED -> memory.subscribe(note.mark(), note.value());
      case UNSUBSCRIBED -> memory.unsubscribe(note.mark(), note.value());
      case CANCELLED ->
          running.forEach(
              (request, cancellation) -> {
                if (request.is(note)) {
                  cancellation.cancel();
                }
              });
    }
  }

  /** Forgets what a session set; it has ended. */
  public void forget(Session session) {
    if (memory.forget(session.id())) {
      notes.forget(session);
    }
  }

  /** What only sessions know; null where the request is none of it. */
  private Result ofSession(Session session, Message.Request request) throws RpcException {
    switch (request.method()) {
      case "logging/setLevel" -> setLevel(session, request);
      case "resources/subscribe" -> subscribe(session, uri(request));
      case "resources/unsubscribe" -> unsubscribe(session, uri(request));
      default -> {
        return null;
      }
    }
    return Result.EMPTY;
  }

  private void setLevel(Session session, Message.Request request) throws RpcException {
    LogLevel level =
        LogLevel.of(request.params().path("level").asText())
            .orElseThrow(() -> invalid("level", "a log level"));
    memory.setLogLevel(session.id(), level);
    notes.write(session, SessionNotes.Kind.LEVEL, level.wireName());
  }

  private void unsubscribe(Session session, String uri) {
    memory.unsubscribe(session.id(), uri);
    notes.write(session, SessionNotes.Kind.UNSUBSCRIBED, uri);
  }

  private void subscribe(Session session, String uri) throws RpcException {
    if (!memory.subscribe(session.id(), uri)) {
      throw new RpcException(
          ErrorCode.INVALID_REQUEST,
          "The session has too many subscriptions, or too long ones; unsubscribe from some first");
    }
    notes.write(session, SessionNotes.Kind.SUBSCRIBED, uri);
  }

  private static String uri(Message.Request request) throws RpcException {
    JsonNode uri = request.params().path("uri");
    if (!uri.isTextual()) {
      throw invalid("uri", "a string");
    }
    return uri.textValue();
  }

  private static RpcException invalid(String key, String kind) {
    return new RpcException(ErrorCode.INVALID_PARAMS, "\"params." + key + "\" must be " + kind);
  }

  private CallContext context(Session session, Exchange exchange) {
    return new CallContext(
        session.principal(),
        revision(session),
        new Client(session.clientCapabilities(), session.clientInfo()),
        Optional.of(memory.logLevel(session.id()).orElse(DEFAULT_LEVEL)),
        ROUNDS,
        exchange);
  }

  public static StatefulRevision revision(Session session) {
    return StatefulRevision.of(session.protocolVersion()).orElse(StatefulRevision.NEWEST);
  }

  /** Methods with those that every session of this era has. */
  public static Map<String, MethodHandler> withPing(Map<String, MethodHandler> methods) {
    Map<String, MethodHandler> all = new HashMap<>(methods);
    all.put("ping", (context, params) -> Result.EMPTY);
    return all;
  }

  private record Running(String sessionId, JsonNode requestId) {
    boolean is(SessionNotes.Note cancelled) {
      return EndedSessions.mark(sessionId).equals(cancelled.mark())
          && Json.text(requestId).equals(cancelled.value());
    }
  }

  private final class SessionExchange implements Exchange {
    private final Session session;
    private final Channel channel;

    SessionExchange(Session session, Channel channel) {
      this.session = session;
      this.channel = channel;
    }

    @Override
    public void notify(String method, ObjectNode params) {
      channel.send(
          RpcJson.notification(
              method, StatefulShape.notification(revision(session), method, params)));
    }

    @Override
    public ClientHeaders clientHeaders() {
      return channel.clientHeaders();
    }

    /** SSE polling came with the empty event that lets a client resume before any message. */
    @Override
    public void detach(Duration after, Duration retry) {
      if (revision(session).knowsPriming()) {
        channel.detach(after, retry);
      }
    }

    @Override
    public ObjectNode ask(String method, ObjectNode params)
        throws RpcException, InterruptedException {
      if (!channel.isOpen()) {
        throw new RpcException(
            ErrorCode.INTERNAL_ERROR,
            "The client cannot be asked: it does not accept text/event-stream");
      }
      return questions.ask(session.id(), channel, method, params);
    }
  }
}
