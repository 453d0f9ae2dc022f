package dev.postern.transport.streamable;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.RpcException;
import dev.postern.protocol.Channel;
import dev.postern.protocol.Result;
import dev.postern.protocol.RpcJson;
import dev.postern.transport.CallThreads;
import dev.postern.transport.ResponseStream;
import dev.postern.transport.ServerSentEvent;
import dev.postern.transport.ServletPair;
import jakarta.servlet.AsyncContext;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The response to one POST. It is JSON as long as nothing precedes the result; the first message
 * that does makes it a stream of events. Who reads slowly delays nobody.
 */
abstract class PostAnswer implements Channel {
  private final HttpAnswer http;
  private final ServletPair pair;

  /** All guarded by this. */
  private AsyncContext async;

  private ResponseStream stream;
  private CallThreads writers;
  private boolean ended;

  /** The one that brought the request; it may wait for the reader of a short answer. */
  private final Thread serverThread = Thread.currentThread();

  PostAnswer(ServletPair pair) {
    this.pair = pair;
    this.http = new HttpAnswer(pair.request(), pair.response());
  }

  HttpAnswer http() {
    return http;
  }

  ServletPair pair() {
    return pair;
  }

  /** Lets the answer be given by another thread, after this one has gone back to the server. */
  final synchronized void startAsync() {
    if (async == null) {
      async = pair.request().startAsync(pair.request(), pair.response());
      async.setTimeout(0);
    }
  }

  /** The call runs on the thread that brought the request; what precedes its end is for others. */
  final synchronized void staysHere(CallThreads threads) {
    writers = threads;
  }

  @Override
  public final void send(byte[] json) {
    if (http.takesEvents()) {
      ResponseStream open = openStream();
      if (open != null) {
        event(open, json);
      }
    }
  }

  /** The stream, opened if need be; null where the response has ended. */
  final synchronized ResponseStream openStream() {
    if (stream == null && !ended) {
      ServerSentEvent.prepare(pair.response());
      stream = overAsync();
      opened(stream);
    }
    return stream;
  }

  /** Called once, when the response has become a stream; its headers may still be set before. */
  abstract void opened(ResponseStream stream);

  /** Writes one message as an event. */
  abstract void event(ResponseStream stream, byte[] json);

  /** Called when the connection is gone or the response has ended. */
  abstract void closed(ResponseStream stream);

  /** Called after the last event. */
  abstract void finish(ResponseStream stream);

  final void result(JsonNode id, Result result) {
    end(200, RpcJson.response(id, result));
  }

  /** An error of a method is answered in band; the caller says with which status. */
  final void error(int status, JsonNode id, RpcException e) {
    end(status, RpcJson.error(id, e));
  }

  /** A body that is not one response. */
  final void json(byte[] json) {
    end(200, json);
  }

  /** The client does not want an answer any more. */
  final void nothing() {
    end(202, null);
  }

  private void end(int status, byte[] json) {
    ResponseStream open;
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
      open = stream;
    }
    if (open != null) {
      if (json != null) {
        event(open, json);
      }
      finish(open);
      return;
    }
    try {
      plain(status, json);
    } catch (IOException e) { // the client is gone
      throw new UncheckedIOException(e);
    }
  }

  private void plain(int status, byte[] json) throws IOException {
    if (async == null || Thread.currentThread() == serverThread) {
      if (json == null) {
        http.empty(status);
      } else {
        http.body(status, json);
      }
      if (async != null) {
        async.complete();
      }
      return;
    }
    byte[] body = json == null ? new byte[0] : http.head(status, json);
    if (json == null) {
      pair.response().setStatus(status);
    }
    ResponseStream last = overAsync();
    last.write(body);
    last.finish();
  }

  private ResponseStream overAsync() {
    startAsync();
    ResponseStream[] made = new ResponseStream[1];
    try {
      Runnable onClose = () -> closed(made[0]);
      made[0] =
          writers == null
              ? ResponseStream.over(async, onClose)
              : ResponseStream.meanwhile(async, writers, onClose);
      return made[0];
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
