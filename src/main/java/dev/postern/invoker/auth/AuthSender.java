package dev.postern.invoker.auth;

import dev.postern.invoker.Sender;
import dev.postern.template.Origin;
import dev.postern.upstream.Lines;
import dev.postern.upstream.UpstreamAnswer;
import dev.postern.upstream.UpstreamException;
import dev.postern.upstream.UpstreamRequest;

/**
 * Adds credentials to requests to the tool's own host, and to no others: what stands around this
 * may follow a link that the service gave.
 */
record AuthSender(Sender inner, Origin own, Credentials credentials) implements Sender {

  @Override
  public UpstreamAnswer send(UpstreamRequest request, Lines lines)
      throws UpstreamException, InterruptedException {
    return request.origin().isSameAs(own)
        ? inner.send(credentials.on(request), lines)
        : inner.send(request, lines);
  }
}
