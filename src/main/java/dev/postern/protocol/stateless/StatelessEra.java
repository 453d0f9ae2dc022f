package dev.postern.protocol.stateless;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.message.ErrorCode;
import dev.postern.message.Json;
import dev.postern.message.Message;
import dev.postern.message.RpcException;
import dev.postern.protocol.CallContext;
import dev.postern.protocol.Cancellation;
import dev.postern.protocol.Channel;
import dev.postern.protocol.Dispatcher;
import dev.postern.protocol.Exchange;
import dev.postern.protocol.MethodHandler;
import dev.postern.protocol.Result;
import dev.postern.protocol.Rounds;
import dev.postern.protocol.RpcJson;
import dev.postern.security.ClientHeaders;
import dev.postern.security.Principal;
import dev.postern.session.Seal;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;

/** What a request means that carries everything it needs. */
public final class StatelessEra {
  /** Opens a stream instead of being answered; the transport carries it out. */
  public static final String LISTEN = "subscriptions/listen";

  private final Dispatcher dispatcher;
  private final StatelessRevision revision;
  private final ParamHeaders paramHeaders;
  private final Rounds rounds;

  /**
   * @param methods those that every revision has
   */
  public StatelessEra(
      Map<String, MethodHandler> methods,
      StatelessRevision revision,
      LiveCatalogue catalogue,
      Seal states,
      Clock clock) {
    Map<String, MethodHandler> all = new HashMap<>(methods);
    Result discovered = new Result.Ready(Json.bytes(discover(revision)));
    all.put("server/discover", (context, params) -> discovered);
    this.dispatcher = new Dispatcher(all);
    this.revision = revision;
    this.paramHeaders = new ParamHeaders(catalogue);
    this.rounds = new SealedRounds(states, clock);
  }

  private static ObjectNode discover(StatelessRevision revision) {
    ObjectNode result = Json.object();
    result.putArray("supportedVersions").add(StatelessRevision.VERSION);
    ObjectNode capabilities = result.putObject("capabilities");
    capabilities.putObject("tools").put("listChanged", true);
    capabilities.putObject("prompts").put("listChanged", true);
    capabilities.putObject("resources").put("subscribe", true).put("listChanged", true);
    capabilities.putObject("completions");
    capabilities.putObject("logging");
    return revision.shape("server/discover", result);
  }

  /** Checks everything about a request that can be checked before it is carried out. */
  public Envelope check(Message.Request request, Headers headers) throws RefusedException {
    Envelope envelope = Envelope.of(request, headers);
    checkMethod(request);
    paramHeaders.check(request, headers);
    return envelope;
  }

  /** The same on transports without headers. */
  public Envelope check(Message.Request request) throws RefusedException {
    Envelope envelope = Envelope.of(request);
    checkMethod(request);
    return envelope;
  }

  private void checkMethod(Message.Request request) throws RefusedException {
    if (!request.method().equals(LISTEN) && !dispatcher.knows(request.method())) {
      throw new RefusedException(
          404, new RpcException(ErrorCode.METHOD_NOT_FOUND, "Unknown method: " + request.method()));
    }
  }

  /** Whether it may have to wait for somebody, as most need not. */
  public boolean mayWait(Message.Request request) {
    return dispatcher.mayWait(request.method());
  }

  /**
   * Carries out a request.
   *
   * @param channel where messages go that precede the answer
   * @throws RpcException to be answered as its {@code error}, with {@link #status}
   * @throws InterruptedException if it was cancelled
   */
  public Result handle(
      Message.Request request,
      Envelope envelope,
      Principal principal,
      Channel channel,
      Cancellation cancellation)
      throws RpcException, InterruptedException {
    Exchange exchange =
        new Exchange() {
          @Override
          public void notify(String method, ObjectNode params) {
            channel.send(RpcJson.notification(method, params));
          }

          @Override
          public ClientHeaders clientHeaders() {
            return channel.clientHeaders();
          }
        };
    cancellation.begin();
    try {
      return dispatcher.dispatch(
          new CallContext(
              principal, revision, envelope.client(), envelope.logLevel(), rounds, exchange),
          request);
    } finally {
      cancellation.end();
    }
  }

  /** The HTTP status that belongs to an error; most are told in band. */
  public static int status(RpcException e) {
    return switch (e.code()) {
      case ErrorCode.METHOD_NOT_FOUND -> 404;
      case ErrorCode.PARSE_ERROR,
          ErrorCode.INVALID_REQUEST,
          ErrorCode.HEADER_MISMATCH,
          ErrorCode.MISSING_CLIENT_CAPABILITY,
          ErrorCode.UNSUPPORTED_PROTOCOL_VERSION ->
          400;
      default -> 200;
    };
  }
}
