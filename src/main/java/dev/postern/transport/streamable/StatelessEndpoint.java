package dev.postern.transport.streamable;

import dev.postern.message.ErrorCode;
import dev.postern.message.Message;
import dev.postern.message.RpcException;
import dev.postern.protocol.Cancellation;
import dev.postern.protocol.stateless.Envelope;
import dev.postern.protocol.stateless.Headers;
import dev.postern.protocol.stateless.RefusedException;
import dev.postern.protocol.stateless.StatelessEra;
import dev.postern.security.Principal;
import dev.postern.security.inbound.McpGuard;
import dev.postern.transport.CallThreads;
import dev.postern.transport.ServletPair;
import java.io.IOException;
import java.util.Collections;

/** POST of the revision without sessions. */
public final class StatelessEndpoint {
  private final StatelessEra era;
  private final ListenStreams listeners;
  private final RunningAnswers running;
  private final CallThreads threads;

  public StatelessEndpoint(
      StatelessEra era, ListenStreams listeners, RunningAnswers running, CallThreads threads) {
    this.era = era;
    this.listeners = listeners;
    this.running = running;
    this.threads = threads;
  }

  void request(Message.Request request, ServletPair pair) throws IOException {
    HttpAnswer http = new HttpAnswer(pair.request(), pair.response());
    try {
      Envelope envelope = era.check(request, headers(pair));
      if (request.method().equals(StatelessEra.LISTEN)) {
        listen(request, pair, http);
        return;
      }
      carryOut(request, envelope, pair);
    } catch (RefusedException e) {
      http.error(e.status(), request.id(), e.error());
    } catch (RpcException e) {
      http.error(StatelessEra.status(e), request.id(), e);
    }
  }

  private void listen(Message.Request request, ServletPair pair, HttpAnswer http)
      throws RpcException, IOException {
    if (http.takesEvents()) {
      listeners.open(request, pair);
    } else {
      http.error(
          406,
          request.id(),
          new RpcException(
              ErrorCode.INVALID_REQUEST, "What is heard is events: Accept must allow them"));
    }
  }

  private void carryOut(Message.Request request, Envelope envelope, ServletPair pair) {
    Principal principal = McpGuard.principal(pair.request());
    Cancellation cancellation = new Cancellation();
    StatelessAnswer answer = new StatelessAnswer(pair, threads, cancellation);
    Runnable work =
        () -> {
          try {
            answer.result(
                request.id(), era.handle(request, envelope, principal, answer, cancellation));
          } catch (RpcException e) {
            answer.error(StatelessEra.status(e), request.id(), e);
          } catch (InterruptedException e) { // the client is gone, or the program ends
            answer.error(503, request.id(), PostAnswer.ending());
          }
        };
    if (!era.mayWait(request)) {
      new CallRun(request.id(), answer, work).here();
      return;
    }
    running.add(answer);
    Runnable watched =
        () -> {
          try {
            work.run();
          } finally {
            running.remove(answer);
          }
        };
    if (!new CallRun(request.id(), answer, watched).start(threads)) {
      running.remove(answer);
    }
  }

  void notice(Message.Notification notification, ServletPair pair) throws IOException {
    HttpAnswer http = new HttpAnswer(pair.request(), pair.response());
    try {
      Envelope.check(notification, headers(pair));
      http.accepted();
    } catch (RefusedException e) {
      http.error(e.status(), null, e.error());
    }
  }

  private static Headers headers(ServletPair pair) {
    return new Headers(name -> Collections.list(pair.request().getHeaders(name)));
  }
}
