package dev.postern.invoker.redirect;

import dev.postern.invoker.Redaction;
import dev.postern.invoker.Sender;
import dev.postern.invoker.ServiceCall;
import dev.postern.template.Origin;
import dev.postern.template.TemplateException;
import dev.postern.upstream.Lines;
import dev.postern.upstream.TimeLeft;
import dev.postern.upstream.UpstreamAnswer;
import dev.postern.upstream.UpstreamException;
import dev.postern.upstream.UpstreamException.Kind;
import dev.postern.upstream.UpstreamRequest;
import dev.postern.upstream.UpstreamRequest.Header;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Goes where the service points to. Each step is a request like any other. */
final class RedirectSender implements Sender {
  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

  /** What another host gets to see of the headers; no credentials have these names. */
  private static final Set<String> FOR_EVERYBODY =
      Set.of("accept", "accept-language", "content-type", "content-encoding", "user-agent");

  /** Failures of which the model is told that nothing was sent. */
  private static final Set<Kind> UNSENT =
      Set.of(Kind.UNREACHABLE, Kind.BUSY, Kind.TOKEN_UNAVAILABLE);

  private final Sender inner;
  private final Redaction redaction;
  private final boolean idempotent;
  private final int most;
  private final Hosts others;

  /**
   * @param others hosts that may follow, beside that of the request
   */
  RedirectSender(Sender inner, ServiceCall call, int most, Hosts others) {
    this.inner = inner;
    this.redaction = call.redaction();
    this.idempotent = call.isIdempotent();
    this.most = most;
    this.others = others;
  }

  @Override
  public UpstreamAnswer send(UpstreamRequest request, Lines lines)
      throws UpstreamException, InterruptedException {
    TimeLeft time = new TimeLeft(request.timeoutMs());
    UpstreamRequest next = request;
    for (int followed = 0; ; followed++) {
      UpstreamAnswer answer =
          followed == 0 || idempotent ? inner.send(next, lines) : further(next, lines);
      String location = answer.header("Location");
      if (!REDIRECTS.contains(answer.status()) || location == null) {
        return answer;
      }
      if (followed == most) {
        throw refused(
            "points elsewhere again after " + most + " redirects, and no more are followed");
      }
      next =
          following(request.origin(), next, answer.status(), location).withTimeout(time.millis());
    }
  }

  /** The first request was sent: whoever is told otherwise would make it once more. */
  private UpstreamAnswer further(UpstreamRequest next, Lines lines)
      throws UpstreamException, InterruptedException {
    try {
      return inner.send(next, lines);
    } catch (UpstreamException e) {
      if (!UNSENT.contains(e.kind())) {
        throw e;
      }
      throw new UpstreamException(
          Kind.CLOSED,
          "took the request and pointed to " + next.origin() + ", which could not be asked",
          e);
    }
  }

  private UpstreamRequest following(Origin first, UpstreamRequest last, int status, String location)
      throws UpstreamException {
    Destination to = destination(last, location);
    if (!to.origin().scheme().equals(first.scheme())) {
      throw refused(
          "points to another scheme, " + to.origin().scheme() + ", and never may a redirect do so");
    }
    String host = to.origin().host();
    if (!host.equalsIgnoreCase(first.host()) && !others.include(host)) {
      throw refused(
          "points to another host, "
              + host
              + ", which is not listed under \"redirects\".\"hosts\"");
    }
    boolean becomesGet =
        status == 303 && !last.method().equals("HEAD")
            || (status == 301 || status == 302) && last.method().equals("POST"); // §15.4.2
    boolean elsewhere = !to.origin().isSameAs(last.origin());
    byte[] body = becomesGet ? null : last.body();
    if (elsewhere && body != null && redaction.bytes(body) != body) {
      throw refused(
          "points to another host, " + host + ", which must not get the secret in the body");
    }
    return last.to(
        becomesGet ? "GET" : last.method(),
        to.origin(),
        to.target(),
        headers(last.headers(), becomesGet, elsewhere),
        body);
  }

  private static Destination destination(UpstreamRequest last, String location)
      throws UpstreamException {
    try {
      return Destination.of(last.origin(), last.target(), location);
    } catch (TemplateException e) {
      throw refused("points to an address that cannot be called: it " + e.getMessage());
    }
  }

  private List<Header> headers(List<Header> before, boolean withoutBody, boolean elsewhere) {
    List<Header> after = new ArrayList<>();
    for (Header header : before) {
      String name = header.name().toLowerCase(Locale.ROOT);
      boolean ofBody = withoutBody && name.startsWith("content-");
      boolean secret =
          elsewhere
              && (!FOR_EVERYBODY.contains(name)
                  || !redaction.text(header.value()).equals(header.value()));
      if (!ofBody && !secret) {
        after.add(header);
      }
    }
    return after;
  }

  private static UpstreamException refused(String why) {
    return new UpstreamException(Kind.REDIRECT, why, null);
  }
}
