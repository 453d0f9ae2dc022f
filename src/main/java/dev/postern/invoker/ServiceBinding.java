package dev.postern.invoker;

import dev.postern.catalogue.Binding;
import dev.postern.catalogue.ToolCall;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.template.BadValueException;
import dev.postern.upstream.UpstreamAnswer;
import dev.postern.upstream.UpstreamException;
import dev.postern.upstream.UpstreamRequest;

/** Carries out a tool by one request to its service. */
public final class ServiceBinding implements Binding {

  /** How the request travels. */
  @FunctionalInterface
  public interface Sender {
    UpstreamAnswer send(UpstreamRequest request) throws UpstreamException, InterruptedException;
  }

  private final ServiceCall call;
  private final Sender sender;
  private final AnswerReader reader;

  public ServiceBinding(ServiceCall call, Sender sender) {
    this.call = call;
    this.sender = sender;
    this.reader = new AnswerReader(call.redaction(), call.isIdempotent());
  }

  @Override
  public CallToolResult call(ToolCall toolCall) throws InterruptedException {
    try {
      return reader.read(sender.send(call.render(toolCall.arguments())));
    } catch (BadValueException e) {
      return CallErrors.badArgument(e);
    } catch (UpstreamException e) {
      return CallErrors.noAnswer(e, call.isIdempotent(), call.redaction());
    }
  }
}
