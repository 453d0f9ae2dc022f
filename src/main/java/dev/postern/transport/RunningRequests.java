package dev.postern.transport;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.ErrorCode;
import dev.postern.message.Message;
import dev.postern.message.RpcException;
import dev.postern.protocol.Cancellation;
import dev.postern.protocol.Result;
import dev.postern.protocol.RpcJson;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The requests of one {@link Connection} that are under way, each on a thread for calls. */
final class RunningRequests {
  private static final Logger LOG = LoggerFactory.getLogger(RunningRequests.class);

  /** A model calls a few tools at once; who sends more shall wait for some answers first. */
  static final int MOST = 200;

  private final Line line;
  private final CallThreads threads;
  private final Map<JsonNode, Cancellation> byId = new ConcurrentHashMap<>();
  private volatile boolean ended;

  RunningRequests(Line line, CallThreads threads) {
    this.line = line;
    this.threads = threads;
  }

  /** What a request comes to. */
  @FunctionalInterface
  interface Work {
    Result carryOut(Cancellation cancellation) throws RpcException, InterruptedException;
  }

  /**
   * Lets the request be carried out and answered.
   *
   * @throws RpcException if it cannot be now
   */
  void start(Message.Request request, Work work) throws RpcException {
    if (byId.size() >= MOST) {
      throw tooMany();
    }
    Cancellation cancellation = begin(request).orElseThrow(RunningRequests::inUse);
    boolean taken =
        threads.run(
            () -> {
              byte[] answer = answer(request, cancellation, work);
              if (answer != null) {
                line.send(answer);
              }
            });
    if (!taken) {
      byId.remove(request.id());
      throw tooMany();
    }
  }

  /** The same for all requests of a batch, one after the other, with one answer for all. */
  void start(Batch batch, Function<Message.Request, Work> works) {
    boolean taken =
        threads.run(
            () ->
                line.send(
                    batch.answers(
                        request -> {
                          Cancellation one = begin(request).orElse(null);
                          return one == null
                              ? RpcJson.error(request.id(), inUse())
                              : answer(request, one, works.apply(request));
                        })));
    if (!taken) {
      line.send(RpcJson.error(null, tooMany()));
    }
  }

  /** Makes the request one that can be cancelled, also before a thread has taken it up. */
  private Optional<Cancellation> begin(Message.Request request) {
    Cancellation cancellation = new Cancellation();
    if (byId.putIfAbsent(request.id(), cancellation) != null) {
      return Optional.empty();
    }
    if (ended) {
      cancellation.cancel();
    }
    return Optional.of(cancellation);
  }

  /** The response; null where the request was cancelled. */
  private byte[] answer(Message.Request request, Cancellation cancellation, Work work) {
    try {
      return RpcJson.response(request.id(), work.carryOut(cancellation));
    } catch (RpcException e) {
      return cancellation.isCancelled() ? null : RpcJson.error(request.id(), e);
    } catch (InterruptedException e) {
      return null;
    } catch (RuntimeException | Error e) { // whoever waits must be told, come what may
      LOG.error("A request failed", e);
      return RpcJson.error(
          request.id(),
          new RpcException(ErrorCode.INTERNAL_ERROR, "The gateway failed; see its log"));
    } finally {
      byId.remove(request.id(), cancellation);
    }
  }

  void cancel(JsonNode id) {
    Optional.ofNullable(byId.get(id)).ifPresent(Cancellation::cancel);
  }

  /** Cancels all, and whatever still comes. */
  void end() {
    ended = true;
    byId.values().forEach(Cancellation::cancel);
  }

  boolean isEmpty() {
    return byId.isEmpty();
  }

  boolean has(JsonNode id) {
    return byId.containsKey(id);
  }

  static RpcException tooMany() {
    return new RpcException(
        ErrorCode.INTERNAL_ERROR, "Too many requests are under way; try again in a moment");
  }

  static RpcException inUse() {
    return new RpcException(
        ErrorCode.INVALID_REQUEST, "A request with this id is under way on this connection");
  }
}
