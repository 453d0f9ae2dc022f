package dev.postern.upstream;

import dev.postern.security.outbound.AddressRefusedException;
import dev.postern.upstream.UpstreamException.Kind;
import java.io.EOFException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.zip.ZipException;
import javax.net.ssl.SSLException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.NoHttpResponseException;

/** Says in a few words why a call has no answer. The library's own words may hold addresses. */
final class Failures {
  private Failures() {}

  static UpstreamException explain(Exception e, Exchange exchange, UpstreamRequest request) {
    if (e instanceof UpstreamException known) {
      return known;
    }
    String at = request.origin().toString();
    if (exchange.endedBySilence() > 0) {
      String message = "sent nothing for " + exchange.endedBySilence() + " ms before its end";
      return failure(Kind.TIMEOUT, message, e);
    }
    if (exchange.unconnected()) {
      String message = "could not be connected to within " + request.limits().connect() + " ms";
      return failure(Kind.UNREACHABLE, message, e);
    }
    if (exchange.unanswered()) {
      String message = "did not begin to answer within " + request.limits().firstByte() + " ms";
      return failure(Kind.TIMEOUT, message, e);
    }
    if (exchange.overdue() || e instanceof SocketTimeoutException) {
      return failure(Kind.TIMEOUT, "did not answer within " + request.timeoutMs() + " ms", e);
    }
    if (e instanceof AddressRefusedException) {
      return failure(Kind.ADDRESS_REFUSED, e.getMessage(), e);
    }
    if (e instanceof UnknownHostException) {
      return failure(
          Kind.UNKNOWN_HOST, "has a host name that cannot be found: " + request.origin().host(), e);
    }
    if (e instanceof ConnectException || e instanceof NoRouteToHostException) {
      return failure(Kind.UNREACHABLE, "cannot be reached at " + at, e);
    }
    if (e instanceof SSLException) {
      return failure(Kind.TLS, "could not agree on a secure connection (TLS) at " + at, e);
    }
    if (e instanceof NoHttpResponseException
        || e instanceof ConnectionClosedException
        || e instanceof SocketException
        || e instanceof EOFException) {
      return failure(Kind.CLOSED, "closed the connection before its answer was complete", e);
    }
    if (e instanceof ZipException || e.getCause() instanceof HttpException) {
      return failure(Kind.NOT_HTTP, "sent something that is not valid HTTP", e);
    }
    return failure(Kind.CLOSED, "broke off the exchange before its answer was complete", e);
  }

  private static UpstreamException failure(Kind kind, String message, Exception cause) {
    return new UpstreamException(kind, message, cause);
  }
}
