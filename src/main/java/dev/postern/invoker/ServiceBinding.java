package dev.postern.invoker;

import dev.postern.catalogue.Binding;
import dev.postern.catalogue.Call;
import dev.postern.message.mcp.Outcome;
import dev.postern.template.BadValueException;
import dev.postern.upstream.UpstreamAnswer;
import dev.postern.upstream.UpstreamException;
import dev.postern.upstream.UpstreamRequest;

/** Carries out a tool by one request to its service. */
public final class ServiceBinding implements Binding {

  private final ServiceCall call;
  private final Sender sender;
  private final AnswerReader reader;

  public ServiceBinding(Service service) {
    this.call = service.call();
    this.sender = service.sender();
    this.reader = new AnswerReader(call);
  }

  @Override
  public Outcome call(Call given) throws InterruptedException {
    try {
      UpstreamRequest request = call.render(new CallScope(given));
      AnswerStream stream = new AnswerStream(reader, given.conversation(), call.idleTimeoutMs());
      UpstreamAnswer answer = sender.send(request, stream);
      return stream.isTaken() ? stream.outcome() : reader.read(answer, request.target());
    } catch (BadValueException e) {
      return CallErrors.badArgument(e);
    } catch (UpstreamException e) {
      return CallErrors.noAnswer(e, call.isIdempotent(), call.redaction());
    }
  }
}
