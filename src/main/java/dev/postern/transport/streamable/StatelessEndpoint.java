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
        listeners.open(request, pair);
        return;
      }
      carryOut(request, envelope, pair);
    } catch (RefusedException e) {
      http.error(e.status(), request.id(), e.error());
    } catch (RpcException e) {
      http.error(StatelessEra.status(e), request.id(), e);
    }
  }

  private void carryOut(Message.Request request, Envelope envelope, ServletPair pair) {
    Principal principal = McpGuard.principal(pair.request());
    Cancellation cancellation = new Cancellation();
    StatelessAnswer answer = new StatelessAnswer(pair, cancellation);
    answer.startAsync(); // or nobody could notice that the client is gone
    running.add(answer);
    Runnable work =
        () -> {
          try {
            answer.result(
                request.id(), era.handle(request, envelope, principal, answer, cancellation));
          } catch (RpcException e) {
            answer.error(StatelessEra.status(e), request.id(), e);
          } catch (InterruptedException e) { // the client is gone, or the server stops
            answer.error(
                503,
                request.id(),
                new RpcException(ErrorCode.INTERNAL_ERROR, "The request was cancelled"));
          } finally {
            running.remove(answer);
          }
        };
    new CallRun(threads, false, work).start(answer, request);
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
