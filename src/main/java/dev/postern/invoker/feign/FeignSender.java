package dev.postern.invoker.feign;

import dev.postern.invoker.Sender;
import dev.postern.invoker.ServiceCall;
import dev.postern.upstream.Lines;
import dev.postern.upstream.Upstream;
import dev.postern.upstream.UpstreamAnswer;
import dev.postern.upstream.UpstreamException;
import dev.postern.upstream.UpstreamRequest;
import dev.postern.upstream.UpstreamRequest.Header;
import feign.ExceptionPropagationPolicy;
import feign.Feign;
import feign.Response;
import feign.Retryer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/** One tool's Feign client. */
final class FeignSender implements Sender {
  private static final Logger LOG = Logger.getLogger(FeignSender.class.getName());

  private final ServiceMethod method;
  private final boolean intercepted;

  private FeignSender(ServiceMethod method, boolean intercepted) {
    this.method = method;
    this.intercepted = intercepted;
  }

  static FeignSender build(ServiceCall call, Upstream upstream, FeignSettings settings) {
    Feign.Builder builder =
        Feign.builder()
            .contract(new ServiceContract(call.method()))
            .encoder(new RenderedRequest.Encoder())
            .client(new UpstreamClient(upstream))
            .retryer(Retryer.NEVER_RETRY)
            .exceptionPropagationPolicy(ExceptionPropagationPolicy.UNWRAP)
            .logger(new FeignLog(call.redaction()))
            .logLevel(settings.level());
    boolean intercepted = !settings.interceptors().isEmpty();
    if (intercepted) {
      builder.requestInterceptor(new ShownRequest());
      settings
          .interceptors()
          .forEach(one -> builder.requestInterceptor(new OfferedInterceptor(one)));
    }
    return new FeignSender(
        builder.target(new ServiceTarget(call.url().origin().toString())), intercepted);
  }

  @Override
  public UpstreamAnswer send(UpstreamRequest request, Lines lines)
      throws UpstreamException, InterruptedException {
    try (Response response = method.call(new RenderedRequest(request, lines, intercepted))) {
      byte[] body =
          response.body() == null ? new byte[0] : response.body().asInputStream().readAllBytes();
      return new UpstreamAnswer(response.status(), headers(response.headers()), body);
    } catch (OfferedInterceptor.FailedException e) {
      LOG.log(Level.WARNING, "A Feign interceptor failed; the request was not sent", e);
      throw new UpstreamException(
          UpstreamException.Kind.NOT_SENT,
          "was not asked, because the Feign interceptor " + e.getMessage() + " failed",
          e);
    } catch (UpstreamException e) {
      throw e;
    } catch (InterruptedIOException e) {
      throw new InterruptedException();
    } catch (IOException e) {
      throw new UpstreamException(
          UpstreamException.Kind.CLOSED, "sent an answer that could not be read", e);
    }
  }

  private static List<Header> headers(Map<String, Collection<String>> headers) {
    List<Header> lines = new ArrayList<>();
    headers.forEach((name, values) -> values.forEach(value -> lines.add(new Header(name, value))));
    return lines;
  }
}
