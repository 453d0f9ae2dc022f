package dev.postern.upstream;

import dev.postern.security.outbound.Trust;
import java.io.IOException;
import java.net.Socket;
import java.util.IdentityHashMap;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.protocol.HttpContext;

/** TLS with the trust that belongs to the host. */
final class TrustedTls implements TlsSocketStrategy {
  private final Trust trust;
  private final Map<SSLContext, TlsSocketStrategy> strategies = new IdentityHashMap<>();

  TrustedTls(Trust trust) {
    this.trust = trust;
    for (SSLContext context : trust.contexts()) {
      strategies.put(context, new DefaultClientTlsStrategy(context));
    }
  }

  @Override
  public SSLSocket upgrade(
      Socket socket, String host, int port, Object attachment, HttpContext context)
      throws IOException {
    return strategies
        .get(trust.context(host, port))
        .upgrade(socket, host, port, attachment, context);
  }
}
