package dev.postern.invoker;

import dev.postern.message.mcp.CallToolResult;
import dev.postern.template.Origin;
import dev.postern.upstream.UpstreamRequest;
import dev.postern.upstream.UpstreamRequest.Header;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;

/**
 * Requests that an answer leads to: the next page, the state of a job. They go where the tool goes
 * and nowhere else, whatever the service writes: its credentials go with them.
 */
public final class Onward {
  private final Redaction redaction;

  public Onward(ServiceCall call) {
    this.redaction = call.redaction();
  }

  /**
   * The same request to another address of the same origin.
   *
   * @param reference as in a Location or Link header: absolute, or relative to what was sent
   * @throws CallFailedException if it is no address, or one elsewhere
   */
  public UpstreamRequest follow(UpstreamRequest sent, String reference) throws CallFailedException {
    URI next;
    try {
      next = resolve(new URI(sent.url()), reference.strip());
    } catch (URISyntaxException | IllegalArgumentException e) {
      throw elsewhere("sent an address for what follows that cannot be read: ", reference);
    }
    if (next.getHost() == null || next.getRawUserInfo() != null || !isSame(next, sent.origin())) {
      throw elsewhere(
          "points elsewhere for what follows, and only the tool's own host is asked: ", reference);
    }
    String path =
        next.getRawPath() == null || next.getRawPath().isEmpty() ? "/" : next.getRawPath();
    String target = next.getRawQuery() == null ? path : path + "?" + next.getRawQuery();
    return sent.to(sent.method(), sent.origin(), target, sent.headers(), sent.body());
  }

  /** A GET to another address of the same origin, with the headers that are not of a body. */
  public UpstreamRequest get(UpstreamRequest sent, String reference) throws CallFailedException {
    List<Header> headers =
        sent.headers().stream()
            .filter(
                header -> !header.name().toLowerCase(java.util.Locale.ROOT).startsWith("content-"))
            .toList();
    UpstreamRequest next = follow(sent, reference);
    return sent.to("GET", next.origin(), next.target(), headers, null);
  }

  /** RFC 3986 §5.2; what the JDK makes of a query alone is older. */
  private static URI resolve(URI base, String reference) throws URISyntaxException {
    URI next =
        reference.startsWith("?")
            ? new URI(
                base.getScheme() + "://" + base.getRawAuthority() + base.getRawPath() + reference)
            : base.resolve(new URI(reference));
    return new URI(next.toASCIIString());
  }

  private static boolean isSame(URI next, Origin origin) {
    String host = next.getHost();
    String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    return origin.scheme().equalsIgnoreCase(next.getScheme())
        && origin.host().equalsIgnoreCase(bare)
        && port(origin.scheme(), origin.port()) == port(origin.scheme(), next.getPort());
  }

  private static int port(String scheme, int written) {
    if (written >= 0) {
      return written;
    }
    return scheme.equals("https") ? 443 : 80;
  }

  private CallFailedException elsewhere(String why, String reference) {
    String shown = BodyText.cut(redaction.text(WithoutSecrets.address(reference)), 200);
    return new CallFailedException(
        CallToolResult.error(
            CallErrors.facts(
                "upstream_leads_elsewhere",
                "The service " + why + shown + ".",
                "Changing the arguments will not help. Tell the user that the operator of this"
                    + " gateway must look at the tool.",
                false)));
  }
}
