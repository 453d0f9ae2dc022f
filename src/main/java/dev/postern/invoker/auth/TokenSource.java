package dev.postern.invoker.auth;

import dev.postern.invoker.Redaction;
import dev.postern.telemetry.CallTrace;
import dev.postern.upstream.TimeLeft;
import dev.postern.upstream.UpstreamException;
import dev.postern.upstream.UpstreamException.Kind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The token of one client of one token endpoint, shared by all tools that are that client. However
 * many calls wait for it, one of them fetches it.
 */
final class TokenSource {
  /** A token that is due but cannot be replaced serves on; this long nobody tries again. */
  private static final Duration PAUSE = Duration.ofSeconds(5);

  /** Answers to requests with tokens before the present one may still come. */
  private static final int REMEMBERED = 4;

  private final TokenEndpoint endpoint;
  private final ReentrantLock fetching = new ReentrantLock();

  /** Written by who holds the lock, read by everybody. */
  private volatile Token current;

  private volatile Redaction redaction;
  private volatile long pausedUntil = System.nanoTime();
  private volatile Failure lastFailure = new Failure(0, null);

  /** Guarded by the lock; the newest first. */
  private final Deque<String> used = new ArrayDeque<>();

  TokenSource(TokenEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  /** A token that serves now, fetched if there is none. */
  Token get(TimeLeft time, CallTrace trace) throws UpstreamException, InterruptedException {
    Token token = current;
    if (token == null || token.isOver()) {
      return insteadOf(token, time, trace);
    }
    if (token.isDue() && System.nanoTime() - pausedUntil >= 0 && fetching.tryLock()) {
      return replaced(token, time, trace);
    }
    return token;
  }

  /** The caller holds the lock. */
  private Token replaced(Token due, TimeLeft time, CallTrace trace) throws InterruptedException {
    try {
      return current == due ? fetch(time, trace) : current;
    } catch (UpstreamException e) {
      pausedUntil = System.nanoTime() + PAUSE.toNanos();
      return due;
    } finally {
      fetching.unlock();
    }
  }

  /**
   * Another token than this one.
   *
   * @param useless null for none
   */
  Token insteadOf(Token useless, TimeLeft time, CallTrace trace)
      throws UpstreamException, InterruptedException {
    long known = lastFailure.number();
    if (!fetching.tryLock(time.millis(), TimeUnit.MILLISECONDS)) {
      throw time.timeout();
    }
    try {
      if (current != useless && current != null) {
        return current; // somebody else fetched it meanwhile
      }
      Failure failure = lastFailure;
      if (failure.number() != known) {
        throw failure.again(); // or was refused; asking again for each would be a storm
      }
      return fetch(time, trace);
    } finally {
      fetching.unlock();
    }
  }

  private Token fetch(TimeLeft time, CallTrace trace)
      throws UpstreamException, InterruptedException {
    try {
      TokenEndpoint.Fetched fetched = endpoint.fetch(time, trace);
      remember(fetched);
      current = fetched.token();
      return fetched.token();
    } catch (UpstreamException e) {
      redaction = endpoint.redactionOf(used);
      if (e.kind() != Kind.TIMEOUT) { // which may be the fault of an impatient caller
        lastFailure = new Failure(lastFailure.number() + 1, e);
      }
      throw e;
    }
  }

  private void remember(TokenEndpoint.Fetched fetched) {
    used.addFirst(fetched.token().value());
    while (used.size() > REMEMBERED) {
      used.removeLast();
    }
    List<String> all = new ArrayList<>(used);
    all.addAll(fetched.secrets());
    redaction = Redaction.of(all);
  }

  /** Null before the first fetch. */
  Redaction redaction() {
    return redaction;
  }

  private record Failure(long number, UpstreamException cause) {
    UpstreamException again() {
      return new UpstreamException(cause.kind(), cause.getMessage(), cause);
    }
  }
}
