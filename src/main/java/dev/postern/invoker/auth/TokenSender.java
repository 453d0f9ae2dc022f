package dev.postern.invoker.auth;

import dev.postern.invoker.Redaction;
import dev.postern.invoker.Sender;
import dev.postern.template.Origin;
import dev.postern.upstream.Lines;
import dev.postern.upstream.TimeLeft;
import dev.postern.upstream.UpstreamAnswer;
import dev.postern.upstream.UpstreamException;
import dev.postern.upstream.UpstreamRequest;
import java.util.List;

/**
 * Adds a token to requests to the tool's own host. Where the service does not take it any more, a
 * new one is fetched and the request made once again: with 401 it has done nothing.
 */
record TokenSender(Sender inner, Origin own, TokenSource tokens) implements Sender {
  /** What a rehearsal has in the place of a token, as it must not ask for one. */
  private static final String REHEARSED = "[secret]";

  @Override
  public UpstreamAnswer send(UpstreamRequest request, Lines lines)
      throws UpstreamException, InterruptedException {
    if (!request.origin().isSameAs(own)) {
      return inner.send(request, lines);
    }
    if (request.trace().isRehearsal()) {
      request.trace().hides(Redaction.of(List.of(REHEARSED)));
      return inner.send(Addition.authorization("Bearer " + REHEARSED).on(request), lines);
    }
    TimeLeft time = new TimeLeft(request.timeoutMs());
    Token token = tokens.get(time, request.trace());
    UpstreamAnswer answer = inner.send(with(token, request, time), lines);
    if (answer.status() != 401) {
      return answer;
    }
    Token fresh = tokens.insteadOf(token, time, request.trace());
    return inner.send(with(fresh, request, time), lines);
  }

  private static UpstreamRequest with(Token token, UpstreamRequest request, TimeLeft time)
      throws UpstreamException {
    return Addition.authorization("Bearer " + token.value()).on(request).withTimeout(time.millis());
  }
}
