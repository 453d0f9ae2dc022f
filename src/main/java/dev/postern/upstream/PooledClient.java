package dev.postern.upstream;

import dev.postern.security.outbound.Trust;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.config.CharCodingConfig;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.pool.PoolReusePolicy;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/** Apache HttpClient as a gateway wants it. */
final class PooledClient {
  /** The longest time-out a tool may have, and a margin: the watcher is always earlier. */
  private static final Timeout BEYOND_ALL = Timeout.ofMinutes(11);

  /** Connections follow a service that moved to another address. */
  private static final TimeValue TIME_TO_LIVE = TimeValue.ofMinutes(2);

  /**
   * Servers close idle connections after 5 seconds and more; nothing is retried, so one that may be
   * dead is looked at first.
   */
  private static final TimeValue VALIDATE_AFTER = TimeValue.ofMilliseconds(500);

  private PooledClient() {}

  static CloseableHttpClient build(
      UpstreamSettings settings, PoolingHttpClientConnectionManager connections) {
    return HttpClients.custom()
        .setConnectionManager(connections)
        .setDefaultRequestConfig(
            RequestConfig.custom()
                .setConnectionRequestTimeout(BEYOND_ALL)
                .setAuthenticationEnabled(false)
                .setProtocolUpgradeEnabled(false)
                .build())
        .setUserAgent(settings.userAgent())
        .disableAutomaticRetries()
        .disableRedirectHandling()
        .disableCookieManagement()
        .disableAuthCaching()
        .disableConnectionState()
        .addExecInterceptorBefore(
            ChainElement.MAIN_TRANSPORT.name(), "postern-connected", PooledClient::connected)
        .build();
  }

  /** The step before the request goes out: a connection is there. */
  private static ClassicHttpResponse connected(
      ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
      throws IOException, HttpException {
    if (scope.originalRequest instanceof Exchange exchange) {
      exchange.connected(request);
    }
    return chain.proceed(request, scope);
  }

  static PoolingHttpClientConnectionManager connections(UpstreamSettings settings) {
    return PoolingHttpClientConnectionManagerBuilder.create()
        // No lock that all routes share; it limits connections per route only.
        .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
        .setConnPoolPolicy(PoolReusePolicy.LIFO)
        .setMaxConnPerRoute(settings.maxConnectionsPerHost())
        .setDnsResolver(new CheckedResolver(settings.addresses()))
        .setTlsSocketStrategy(new TrustedTls(new Trust(settings.trust())))
        .setDefaultConnectionConfig(
            ConnectionConfig.custom()
                .setConnectTimeout(BEYOND_ALL)
                .setTimeToLive(TIME_TO_LIVE)
                .setValidateAfterInactivity(VALIDATE_AFTER)
                .build())
        .setConnectionFactory(
            ManagedHttpClientConnectionFactory.builder()
                .charCodingConfig(
                    CharCodingConfig.custom().setCharset(StandardCharsets.UTF_8).build())
                .build())
        .build();
  }
}
