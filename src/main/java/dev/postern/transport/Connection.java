package dev.postern.transport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.postern.catalogue.CatalogueDiff;
import dev.postern.message.ErrorCode;
import dev.postern.message.Message;
import dev.postern.message.RpcException;
import dev.postern.protocol.Result;
import dev.postern.protocol.RpcJson;
import dev.postern.protocol.stateful.Handshake;
import dev.postern.protocol.stateful.StatefulEra;
import dev.postern.protocol.stateless.Envelope;
import dev.postern.protocol.stateless.RefusedException;
import dev.postern.protocol.stateless.StatelessEra;
import dev.postern.protocol.stateless.StatelessRevision;
import dev.postern.security.Principal;
import dev.postern.session.Session;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A client all of whose messages travel over one connection: what it settles with {@code
 * initialize} holds as long as that, and everything for it goes back the same way.
 *
 * <p>Messages come in one after the other; answers are given by any thread.
 */
public final class Connection {

  /** Who has not said anything by then is no client. */
  private static final Duration GREETING_LIMIT = Duration.ofMinutes(1);

  private final String id;
  private final Principal principal;
  private final Line line;
  private final Eras eras;
  private final RunningRequests running;
  private final Map<JsonNode, Subscription> subscriptions = new ConcurrentHashMap<>();

  /** Set once, by {@code initialize}. */
  private volatile Session session;

  private volatile boolean greeted;
  private volatile long lastHeard = System.nanoTime();

  Connection(String id, Principal principal, Line line, Eras eras, CallThreads threads) {
    this.id = id;
    this.principal = principal;
    this.line = line;
    this.eras = eras;
    running = new RunningRequests(line, threads);
  }

  public String id() {
    return id;
  }

  Principal principal() {
    return principal;
  }

  Line line() {
    return line;
  }

  /**
   * Looks at a message.
   *
   * @return what is to be done with it, once its receipt was confirmed; takes no time
   * @throws RpcException if it is none
   */
  public Runnable accept(JsonNode json) throws RpcException {
    lastHeard = System.nanoTime();
    if (json instanceof ArrayNode array) {
      Batch batch = batch(array);
      return () -> take(batch);
    }
    Message message = Message.of(json);
    return () -> take(message);
  }

  private Batch batch(ArrayNode array) throws RpcException {
    if (session == null || !StatefulEra.revision(session).knowsBatches()) {
      throw new RpcException(
          ErrorCode.INVALID_REQUEST, "Batches are for sessions of 2025-03-26 only");
    }
    return Batch.of(array);
  }

  private void take(Batch batch) {
    batch.rest().forEach(this::take);
    if (!batch.requests().isEmpty()) {
      running.start(
          batch,
          request -> cancellation -> eras.stateful().handle(session, request, line, cancellation));
    }
  }

  private void take(Message message) {
    if (message instanceof Message.Request request) {
      request(request);
    } else if (message instanceof Message.Notification notification) {
      notice(notification);
    } else if (message instanceof Message.Reply reply && session != null) {
      eras.stateful().reply(session, reply);
    }
  }

  private void request(Message.Request request) {
    try {
      if (eras.stateless() != null && request.params().path("_meta").has(StatelessRevision.CLAIM)) {
        withoutSession(request);
      } else if (request.method().equals(Handshake.INITIALIZE)) {
        initialize(request);
      } else if (session != null) {
        refuseSubscribed(request);
        running.start(
            request, cancellation -> eras.stateful().handle(session, request, line, cancellation));
      } else if (request.method().equals("ping")) {
        line.send(RpcJson.response(request.id(), Result.EMPTY));
      } else {
        throw new RpcException(
            ErrorCode.INVALID_REQUEST, "Send \"initialize\" first; only \"ping\" may precede it");
      }
    } catch (RpcException e) {
      line.send(RpcJson.error(request.id(), e));
    }
  }

  private void initialize(Message.Request request) throws RpcException {
    if (session != null) {
      throw new RpcException(
          ErrorCode.INVALID_REQUEST,
          "This connection is initialised already; open another one for another session");
    }
    Handshake.Opened opened =
        eras.handshake().initializeConnection(id, request.params(), principal);
    session = opened.session();
    greeted = true;
    line.send(RpcJson.response(request.id(), opened.result()));
  }

  private void withoutSession(Message.Request request) throws RpcException {
    try {
      Envelope envelope = eras.stateless().check(request);
      greeted = true;
      if (request.method().equals(StatelessEra.LISTEN)) {
        listen(request);
        return;
      }
      refuseSubscribed(request);
      running.start(
          request,
          cancellation ->
              eras.stateless().handle(request, envelope, principal, line, cancellation));
    } catch (RefusedException e) {
      throw e.error();
    }
  }

  private void listen(Message.Request request) throws RpcException {
    if (subscriptions.size() >= RunningRequests.MOST) {
      throw RunningRequests.tooMany();
    }
    refuseSubscribed(request);
    if (running.has(request.id())) {
      throw RunningRequests.inUse();
    }
    subscriptions.put(
        request.id(),
        Subscription.begin(
            eras.statelessRevision(), line, request.id(), Subscription.wanted(request)));
  }

  private void refuseSubscribed(Message.Request request) throws RpcException {
    if (subscriptions.containsKey(request.id())) {
      throw RunningRequests.inUse();
    }
  }

  private void notice(Message.Notification notification) {
    if (notification.method().equals("notifications/cancelled")) {
      JsonNode requestId = notification.params().path("requestId");
      running.cancel(requestId);
      subscriptions.remove(requestId);
    } else if (session != null) {
      eras.stateful().notice(session, notification);
    }
  }

  boolean isInitialised() {
    return session != null;
  }

  void send(byte[] json) {
    line.send(json);
  }

  void tellSubscriptions(CatalogueDiff diff) {
    subscriptions.values().forEach(subscription -> subscription.changed(diff));
  }

  /** Whether nothing was heard of it for longer than anybody wants to wait. */
  boolean isForsaken(Duration idleLimit) {
    long limit =
        greeted ? idleLimit.toNanos() : Math.min(GREETING_LIMIT.toNanos(), idleLimit.toNanos());
    return running.isEmpty() && System.nanoTime() - lastHeard > limit;
  }

  /** Ends it from our side. */
  void end() {
    subscriptions.values().forEach(Subscription::end);
    line.end();
  }

  /** Cancels and forgets everything; the way to the client is gone. */
  void closed() {
    running.end();
    subscriptions.clear();
    Session ended = session;
    if (ended != null) {
      eras.stateful().forget(ended);
    }
  }
}
