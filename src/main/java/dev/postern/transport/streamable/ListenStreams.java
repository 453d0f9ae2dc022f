package dev.postern.transport.streamable;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.CatalogueDiff;
import dev.postern.message.Message;
import dev.postern.message.RpcException;
import dev.postern.protocol.Channel;
import dev.postern.protocol.stateless.StatelessRevision;
import dev.postern.transport.Pulse;
import dev.postern.transport.ResponseStream;
import dev.postern.transport.ServerSentEvent;
import dev.postern.transport.ServletPair;
import dev.postern.transport.Subscription;
import jakarta.servlet.AsyncContext;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The streams that clients without sessions opened with {@code subscriptions/listen}. */
public final class ListenStreams implements Pulse.Beating, AutoCloseable {
  private final StatelessRevision revision;
  private final Map<ResponseStream, Subscription> listeners = new ConcurrentHashMap<>();
  private volatile boolean closed;

  public ListenStreams(StatelessRevision revision) {
    this.revision = revision;
  }

  /**
   * @throws RpcException if the request does not say what to listen for
   */
  void open(Message.Request request, ServletPair pair) throws RpcException, IOException {
    ObjectNode wanted = Subscription.wanted(request);
    ServerSentEvent.prepare(pair.response());
    pair.response().flushBuffer();
    AsyncContext async = pair.request().startAsync(pair.request(), pair.response());
    async.setTimeout(0);
    ResponseStream[] made = new ResponseStream[1];
    ResponseStream stream = ResponseStream.over(async, () -> forget(made[0]));
    made[0] = stream;
    Channel events = json -> stream.write(ServerSentEvent.message(json));
    Subscription subscription = begin(stream, events, request, wanted);
    stream.farewell(subscription::end);
    if (stream.isClosed()) { // its client was gone before anybody could take it away
      listeners.remove(stream);
    } else if (closed) {
      end(stream, subscription);
    }
  }

  /** No change may be missed after the acknowledgement, and none told before it. */
  private synchronized Subscription begin(
      ResponseStream stream, Channel events, Message.Request request, ObjectNode wanted) {
    Subscription subscription = Subscription.begin(revision, events, request.id(), wanted);
    listeners.put(stream, subscription);
    return subscription;
  }

  private void forget(ResponseStream stream) {
    if (stream != null) {
      listeners.remove(stream);
    }
  }

  /** Tells each listener of what it asked for. */
  public synchronized void changed(CatalogueDiff diff) {
    listeners.values().forEach(subscription -> subscription.changed(diff));
  }

  @Override
  public void beat() {
    listeners.keySet().forEach(stream -> stream.write(ServerSentEvent.KEEP_ALIVE));
  }

  /** Ends all streams with the result that tells their clients so. */
  @Override
  public void close() {
    closed = true;
    listeners.forEach(ListenStreams::end);
  }

  private static void end(ResponseStream stream, Subscription subscription) {
    subscription.end();
    stream.finish();
  }
}
