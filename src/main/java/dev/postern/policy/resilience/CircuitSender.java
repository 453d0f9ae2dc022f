package dev.postern.policy.resilience;

import dev.postern.invoker.Refusal;
import dev.postern.invoker.RefusedException;
import dev.postern.invoker.Sender;
import dev.postern.upstream.Lines;
import dev.postern.upstream.UpstreamAnswer;
import dev.postern.upstream.UpstreamException;
import dev.postern.upstream.UpstreamRequest;

/** Sends requests as long as the circuit is closed, and tells it what became of them. */
final class CircuitSender implements Sender {
  private static final int TOO_MANY_REQUESTS = 429;

  private final Sender inner;
  private final Circuit circuit;

  CircuitSender(Sender inner, Circuit circuit) {
    this.inner = inner;
    this.circuit = circuit;
  }

  @Override
  public UpstreamAnswer send(UpstreamRequest request, Lines lines)
      throws UpstreamException, InterruptedException {
    if (request.trace().isRehearsal()) {
      return inner.send(request, lines);
    }
    Refusal refusal = circuit.refusal();
    if (refusal != null) {
      request.keptBack("circuitBreaker", refusal.message(), null);
      throw new RefusedException(refusal);
    }
    long start = System.nanoTime();
    Health health = Health.UNKNOWN;
    try {
      UpstreamAnswer answer = inner.send(request, lines);
      health = health(answer.status());
      return answer;
    } catch (UpstreamException e) {
      health = health(e.kind());
      throw e;
    } finally {
      long took = System.nanoTime() - start;
      switch (health) {
        case WELL -> circuit.succeeded(took);
        case ILL -> circuit.failed(took);
        case UNKNOWN -> circuit.leave();
      }
    }
  }

  /** What one request says about its service. */
  private enum Health {
    WELL,
    ILL,
    /** Nothing was sent, the client went away, or the service only wants fewer requests. */
    UNKNOWN
  }

  private static Health health(int status) {
    if (status == TOO_MANY_REQUESTS) {
      return Health.UNKNOWN;
    }
    return status >= 500 ? Health.ILL : Health.WELL;
  }

  private static Health health(UpstreamException.Kind kind) {
    return switch (kind) {
      case BUSY, ADDRESS_REFUSED -> Health.UNKNOWN;
      case TOO_LARGE -> Health.WELL;
      default -> Health.ILL;
    };
  }
}
