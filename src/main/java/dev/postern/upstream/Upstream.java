package dev.postern.upstream;

import dev.postern.template.Origin;
import dev.postern.upstream.UpstreamException.Kind;
import dev.postern.upstream.UpstreamRequest.Header;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.net.URIAuthority;
import org.apache.hc.core5.util.TimeValue;

/** Sends requests to services and reads what they answer. */
public final class Upstream implements AutoCloseable {
  /** Many services close connections themselves after 60 seconds; ours is to be earlier. */
  private static final Duration KEEP_IDLE = Duration.ofSeconds(30);

  private static final int FIRST_BUFFER = 4 * 1024;

  /** What a service gets to end an answer of which no more is wanted; the caller waits for it. */
  private static final int FAREWELL_MILLIS = 100;

  private static final byte[] NOTHING = new byte[0];
  private static final Logger LOG = Logger.getLogger(Upstream.class.getName());

  private final UpstreamSettings settings;
  private final CloseableHttpClient client;
  private final Bulkheads bulkheads;
  private final Watcher watcher;

  public Upstream(UpstreamSettings settings) {
    this(settings, KEEP_IDLE);
  }

  Upstream(UpstreamSettings settings, Duration keepIdle) {
    this.settings = settings;
    bulkheads = new Bulkheads(settings.maxCallsPerService());
    PoolingHttpClientConnectionManager connections = PooledClient.connections(settings);
    client = PooledClient.build(settings, connections);
    TimeValue idle = TimeValue.ofMilliseconds(keepIdle.toMillis());
    watcher = new Watcher(keepIdle.toNanos(), () -> connections.closeIdle(idle));
    watcher.start();
  }

  /**
   * Sends the request once and reads the whole answer on the calling thread.
   *
   * @throws UpstreamException if there is no usable answer; any status is an answer
   * @throws InterruptedException if the calling thread was interrupted; the call was ended
   */
  public UpstreamAnswer send(UpstreamRequest request)
      throws UpstreamException, InterruptedException {
    return send(request, Lines.NONE);
  }

  /**
   * As {@link #send(UpstreamRequest)}; a body that {@code lines} wants goes there while it comes.
   *
   * @return without the body where it went to {@code lines}
   */
  public UpstreamAnswer send(UpstreamRequest request, Lines lines)
      throws UpstreamException, InterruptedException {
    return request.trace().watches()
        ? TracedSending.send(request, lines, this::sendUnwatched)
        : sendUnwatched(request, lines);
  }

  private UpstreamAnswer sendUnwatched(UpstreamRequest request, Lines lines)
      throws UpstreamException, InterruptedException {
    bulkheads.enter(request.origin());
    try {
      return exchange(request, lines);
    } finally {
      bulkheads.leave(request.origin());
    }
  }

  private UpstreamAnswer exchange(UpstreamRequest request, Lines lines)
      throws UpstreamException, InterruptedException {
    Exchange exchange = exchange(request);
    watcher.add(exchange);
    try {
      ClassicHttpResponse response = client.executeOpen(host(request.origin()), exchange, null);
      exchange.begun();
      try {
        return read(response, exchange, lines);
      } finally {
        closeWhateverIsLeft(response);
      }
    } catch (IOException | RuntimeException e) {
      // HttpClient reports a connection pool that was closed beneath it as IllegalStateException.
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      throw Failures.explain(e, exchange, request);
    } finally {
      watcher.remove(exchange);
    }
  }

  /** The answer is there, or why there is none is known better. */
  private static void closeWhateverIsLeft(ClassicHttpResponse response) {
    try {
      response.close();
    } catch (IOException e) {
      LOG.log(Level.FINEST, "A connection broke after its use", e);
    }
  }

  private static Exchange exchange(UpstreamRequest request) {
    Exchange exchange = new Exchange(request.method(), request.target(), request.limits());
    Origin origin = request.origin();
    exchange.setScheme(origin.scheme());
    exchange.setAuthority(new URIAuthority(origin.host(), origin.port()));
    for (Header header : request.headers()) {
      exchange.addHeader(header.name(), header.value());
    }
    if (request.body() != null) {
      exchange.setEntity(new ByteArrayEntity(request.body(), null)); // its type is in the headers
    }
    return exchange;
  }

  private static HttpHost host(Origin origin) {
    return new HttpHost(origin.scheme(), origin.host(), origin.port());
  }

  private UpstreamAnswer read(ClassicHttpResponse response, Exchange exchange, Lines lines)
      throws IOException {
    List<Header> headers = new ArrayList<>();
    for (var all = response.headerIterator(); all.hasNext(); ) {
      var line = all.next();
      headers.add(new Header(line.getName(), line.getValue() == null ? "" : line.getValue()));
    }
    HttpEntity entity = response.getEntity();
    if (entity != null && lines.wanted(response.getCode(), headers)) {
      hand(entity, exchange, lines);
      return new UpstreamAnswer(response.getCode(), headers, NOTHING);
    }
    boolean whole = !UpstreamAnswer.isFailure(response.getCode());
    byte[] body = entity == null ? NOTHING : body(entity, exchange, most(lines), whole);
    return new UpstreamAnswer(response.getCode(), headers, body);
  }

  private void hand(HttpEntity entity, Exchange exchange, Lines lines) throws IOException {
    exchange.endWhenSilentFor(lines.longestSilence());
    InputStream in = entity.getContent();
    switch (new LineReader(in, lines, most(lines)).readAll(exchange::heard)) {
      case COMPLETE -> in.close(); // gives the connection back
      case ENOUGH -> readToTheEnd(in, exchange);
      case TOO_LARGE -> throw tooLarge(exchange, most(lines));
    }
  }

  /**
   * Nobody wants the rest, but a connection is of further use only behind it. A service that ends
   * now as it should keeps its connection; one that does not loses it.
   */
  private static void readToTheEnd(InputStream in, Exchange exchange) {
    exchange.endWhenSilentFor(FAREWELL_MILLIS);
    byte[] buffer = new byte[FIRST_BUFFER];
    int rest = 0;
    try {
      while (rest < FIRST_BUFFER) {
        int count = in.read(buffer);
        if (count < 0) {
          in.close();
          return;
        }
        rest += count;
      }
    } catch (IOException e) {
      LOG.log(Level.FINEST, "A service did not end its answer after the result", e);
    }
    exchange.abort();
  }

  private int most(Lines lines) {
    return Math.min(settings.maxAnswerBytes(), lines.mostBytes());
  }

  /**
   * @param whole whether its beginning alone is of no use
   */
  private static byte[] body(HttpEntity entity, Exchange exchange, int most, boolean whole)
      throws IOException {
    long announced = entity.getContentLength();
    if (announced > most && whole) {
      throw tooLarge(exchange, most);
    }
    InputStream in = entity.getContent();
    byte[] buffer = new byte[(int) Math.min(announced >= 0 ? announced : FIRST_BUFFER, most)];
    int length = 0;
    while (true) {
      int read = length == buffer.length ? 0 : in.read(buffer, length, buffer.length - length);
      if (read > 0) {
        length += read;
        continue;
      }
      int next = read < 0 ? -1 : in.read(); // a full buffer: is there more?
      if (next < 0) {
        in.close(); // gives the connection back
        return length == buffer.length ? buffer : java.util.Arrays.copyOf(buffer, length);
      }
      if (length >= most && whole) {
        throw tooLarge(exchange, most);
      }
      if (length >= most) {
        exchange.abort();
        return buffer;
      }
      int larger = (int) Math.min(most, Math.max(FIRST_BUFFER, length * 2L));
      buffer = java.util.Arrays.copyOf(buffer, larger);
      buffer[length++] = (byte) next;
    }
  }

  /** Ends the connection first: closing a stream would read it to its end. */
  private static UpstreamException tooLarge(Exchange exchange, int most) {
    exchange.abort();
    return tooLarge(most);
  }

  static UpstreamException tooLarge(int most) {
    return new UpstreamException(
        Kind.TOO_LARGE, "answered with more than the " + most + " bytes that are read", null);
  }

  /** Ends calls under way and closes all connections. */
  @Override
  public void close() {
    watcher.close();
    client.close(CloseMode.IMMEDIATE);
  }
}
