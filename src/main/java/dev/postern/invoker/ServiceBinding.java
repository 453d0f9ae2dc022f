package dev.postern.invoker;

import dev.postern.catalogue.Binding;
import dev.postern.catalogue.Call;
import dev.postern.message.mcp.Outcome;
import dev.postern.template.BadValueException;
import dev.postern.upstream.UpstreamException;
import dev.postern.upstream.UpstreamRequest;

/** Carries out a tool by its service. */
public final class ServiceBinding implements Binding {

  private final ServiceCall call;
  private final Inquiry inquiry;
  private final AnswerReader reader;

  public ServiceBinding(Service service) {
    this.call = service.call();
    this.inquiry = service.inquiry();
    this.reader = new AnswerReader(call);
  }

  @Override
  public Outcome call(Call given) throws InterruptedException {
    try {
      UpstreamRequest request = call.render(new CallScope(given));
      AnswerStream stream = new AnswerStream(reader, given.conversation(), call.idleTimeoutMs());
      Answered answered = inquiry.ask(request, stream, given.conversation());
      if (stream.isTaken() && stream.data() == null) {
        return stream.outcome();
      }
      answered.show(given.trace());
      return reader.read(answered, request.target());
    } catch (BadValueException e) {
      return CallErrors.badArgument(e);
    } catch (CallFailedException e) {
      given.trace().mapsNot(e.result().facts().path("message").asText());
      return e.result();
    } catch (UpstreamException e) {
      return CallErrors.noAnswer(e, call.isIdempotent(), call.redaction());
    }
  }
}
