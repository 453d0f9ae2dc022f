package dev.postern.transport.streamable;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.ErrorCode;
import dev.postern.message.RpcException;
import dev.postern.protocol.Channel;
import dev.postern.protocol.Result;
import dev.postern.protocol.RpcJson;
import dev.postern.security.ClientHeaders;
import dev.postern.security.inbound.McpGuard;
import dev.postern.transport.CallThreads;
import dev.postern.transport.ResponseStream;
import dev.postern.transport.ServerSentEvent;
import dev.postern.transport.ServletPair;
import dev.postern.transport.ThreadStream;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The response to one POST. It is JSON as long as nothing precedes the result; the first message
 * that does makes it a stream of events. Who reads slowly delays nobody.
 */
abstract class PostAnswer implements Channel {
  private static final Logger LOG = LoggerFactory.getLogger(PostAnswer.class);

  /**
   * Answers up to this size find their place in the connection's buffers, so that the thread which
   * made them may write them itself.
   */
  private static final int SHORT = 64 * 1024;

  private final HttpAnswer http;
  private final ServletPair pair;
  private final CallThreads threads;
  private final ClientHeaders clientHeaders;

  /** All guarded by this. */
  private AsyncContext async;

  /** What is to be said if the server ends a request that is carried out elsewhere. */
  private Runnable farewell = () -> {};

  private ThreadStream stream;

  /** What the response goes out by, be it a stream of events or one large body. */
  private ThreadStream writer;

  private boolean ended;

  /** The one that brought the request. */
  private final Thread serverThread = Thread.currentThread();

  PostAnswer(ServletPair pair, CallThreads threads) {
    this.pair = pair;
    this.threads = threads;
    this.clientHeaders = McpGuard.headers(pair.request());
    this.http = new HttpAnswer(pair.request(), pair.response());
  }

  @Override
  public final ClientHeaders clientHeaders() {
    return clientHeaders;
  }

  HttpAnswer http() {
    return http;
  }

  ServletPair pair() {
    return pair;
  }

  /** Lets the answer be given by another thread, after this one has gone back to the server. */
  final synchronized void startAsync(JsonNode id) {
    startAsync();
    farewell = () -> error(503, id, ending());
  }

  private synchronized void startAsync() {
    if (async == null) {
      async = pair.request().startAsync(pair.request(), pair.response());
      async.setTimeout(0);
      // Servers take no more of them once the request's thread is back; a stream may open later.
      async.addListener(new Ending());
    }
  }

  private synchronized Runnable farewell() {
    return farewell;
  }

  private synchronized ThreadStream writer() {
    return writer;
  }

  static RpcException ending() {
    return new RpcException(
        ErrorCode.INTERNAL_ERROR, "The gateway stops; what the call did so far is not known");
  }

  /** The server's view of the response: it has ended, broke, or must end now. */
  private final class Ending implements AsyncListener {
    @Override
    public void onComplete(AsyncEvent event) {
      if (writer() != null) {
        writer().onComplete(event);
      }
    }

    @Override
    public void onError(AsyncEvent event) {
      if (writer() != null) {
        writer().onError(event);
      }
    }

    /** Without a time limit it is only called when the server takes the program away. */
    @Override
    public void onTimeout(AsyncEvent event) {
      farewell().run();
      if (writer() != null) {
        writer().onTimeout(event);
      }
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
      // A response is never started anew.
    }
  }

  @Override
  public final void send(byte[] json) {
    ResponseStream open = openStream();
    if (open != null) {
      event(open, json);
    }
  }

  @Override
  public final boolean isOpen() {
    return http.takesEvents();
  }

  /** The stream, opened if need be; null where the response has ended or may not be one. */
  final synchronized ResponseStream openStream() {
    if (stream == null && !ended && http.takesEvents()) {
      ServerSentEvent.prepare(pair.response());
      stream = newStream();
      writer = stream;
      if (async != null) {
        stream.leave(async);
      }
      opened(stream);
    }
    return stream;
  }

  private ThreadStream newStream() {
    ThreadStream[] made = new ThreadStream[1];
    try {
      made[0] = ResponseStream.over(pair.response(), threads.writers(), () -> closed(made[0]));
      return made[0];
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Called once, when the response has become a stream. */
  abstract void opened(ResponseStream stream);

  /** Writes one message as an event. */
  abstract void event(ResponseStream stream, byte[] json);

  /** Called when the connection is gone or the response has ended. */
  abstract void closed(ResponseStream stream);

  /** Called after the last event. */
  abstract void finish(ResponseStream stream);

  final void result(JsonNode id, Result result) {
    end(200, RpcJson.pieces(id, result));
  }

  /** An error of a method is answered in band; the caller says with which status. */
  final void error(int status, JsonNode id, RpcException e) {
    end(status, List.of(RpcJson.error(id, e)));
  }

  /** A body that is not one response. */
  final void json(byte[] json) {
    end(200, List.of(json));
  }

  /** The client does not want an answer any more. */
  final void nothing() {
    end(202, List.of());
  }

  private void end(int status, List<byte[]> json) {
    ThreadStream open;
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
      open = stream;
    }
    if (open == null) {
      plain(status, json);
      return;
    }
    if (!json.isEmpty()) {
      event(open, RpcJson.joined(json));
    }
    finish(open);
    if (Thread.currentThread() == serverThread) {
      leave(open);
    }
  }

  private void plain(int status, List<byte[]> json) {
    try {
      if (json.isEmpty()) {
        http.empty(status);
      } else if (json.size() == 1 && json.get(0).length <= SHORT) {
        http.body(status, json.get(0));
      } else {
        large(http.head(status, json));
        return;
      }
    } catch (IOException e) { // the client is gone
      LOG.trace("An answer could not be given", e);
    }
    synchronized (this) {
      if (async != null) {
        async.complete();
      }
    }
  }

  private void large(List<byte[]> body) {
    ThreadStream whole = newStream();
    synchronized (this) {
      writer = whole;
    }
    whole.write(body);
    whole.finish();
    leave(whole);
  }

  private void leave(ThreadStream open) {
    startAsync();
    open.leave(async);
  }
}
