package dev.postern.invoker.job;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Conversation;
import dev.postern.invoker.AnswerErrors;
import dev.postern.invoker.AnswerTest;
import dev.postern.invoker.Answered;
import dev.postern.invoker.CallErrors;
import dev.postern.invoker.CallFailedException;
import dev.postern.invoker.Inquiry;
import dev.postern.invoker.Onward;
import dev.postern.invoker.RetryTimes;
import dev.postern.invoker.ServiceCall;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.upstream.Lines;
import dev.postern.upstream.UpstreamException;
import dev.postern.upstream.UpstreamException.Kind;
import dev.postern.upstream.UpstreamRequest;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Begins the work, asks how it is going until it is done, and fetches what came of it. */
final class Job implements Inquiry {
  /** A service that is overloaded for a moment still works on what it began. */
  private static final Set<Integer> PASSING = Set.of(429, 502, 503, 504);

  /** So does one that was not reached, or that something on the way held back. */
  private static final Set<Kind> UNHEARD =
      Set.of(Kind.UNREACHABLE, Kind.TIMEOUT, Kind.CLOSED, Kind.BUSY, Kind.TOKEN_UNAVAILABLE);

  /** From one question to the next the pause grows to this many times the first one. */
  private static final int MOST_GROWTH = 10;

  private final Inquiry inner;
  private final Onward onward;
  private final ServiceCall call;
  private final Leads leads;
  private final Signs signs;
  private final int intervalMs;
  private final int maxWaitMs;

  /**
   * Where answers lead.
   *
   * @param poll from the first answer to the state of the work
   * @param result from the last state to the result; null where that state is it
   */
  record Leads(Lead poll, Lead result) {}

  /**
   * What answers say.
   *
   * @param failed null where only the status tells
   * @param progress a number; null where there is none
   */
  record Signs(AnswerTest done, AnswerTest failed, JsonPointer progress) {}

  Job(Inquiry inner, ServiceCall call, Leads leads, Signs signs, int intervalMs, int maxWaitMs) {
    this.inner = inner;
    this.call = call;
    this.onward = new Onward(call);
    this.leads = leads;
    this.signs = signs;
    this.intervalMs = intervalMs;
    this.maxWaitMs = maxWaitMs;
  }

  @Override
  public Answered ask(UpstreamRequest request, Lines lines, Conversation client)
      throws UpstreamException, CallFailedException, InterruptedException {
    long begun = System.nanoTime();
    Answered state = inner.ask(request, Lines.NONE, client);
    if (state.status() >= 400) {
      return state;
    }
    if (!isDone(state)) {
      String address = leads.poll().from(state);
      if (address == null) {
        throw failed(
            "upstream_bad_job", "began its work without saying where to ask for it", false);
      }
      UpstreamRequest poll = onward.get(request, address);
      state = awaited(state, poll, begun, client);
    }
    return state.status() < 300 && leads.result() != null
        ? result(request, state, begun, client)
        : state;
  }

  /** The state in which nothing more will change, or the answer that says why there is none. */
  private Answered awaited(Answered first, UpstreamRequest poll, long begun, Conversation client)
      throws UpstreamException, CallFailedException, InterruptedException {
    Answered state = first;
    long pause = intervalMs;
    for (int polls = 1; ; polls++) {
      rest(wait(state, pause), poll, begun);
      state = asked(within(poll, left(begun)), client);
      if (state != null) {
        String elsewhere = state.answer().header("Location");
        if (state.status() == 303 && elsewhere != null) { // the result is there, RFC 9110 §15.4.4
          return fetched(onward.get(poll, elsewhere), begun, client);
        }
        if (!isPassing(state) && state.status() >= 300 || isDone(state)) {
          return state;
        }
      }
      tell(client, state, polls, begun);
      pause = grown(pause);
    }
  }

  /**
   * Asks once for what was begun. Who is not answered must not be told that nothing was sent and to
   * call again: the work would be done twice.
   *
   * @return null where there was no answer, for a reason that may pass
   */
  private Answered asked(UpstreamRequest request, Conversation client)
      throws UpstreamException, CallFailedException, InterruptedException {
    try {
      return inner.ask(request, Lines.NONE, client);
    } catch (UpstreamException e) {
      if (UNHEARD.contains(e.kind())) {
        return null;
      }
      throw e;
    } catch (CallFailedException e) { // a rule for errors, meant for the first answer
      if (PASSING.contains(e.result().facts().path("status").asInt())) {
        return null;
      }
      throw e;
    }
  }

  private static boolean isPassing(Answered state) {
    return PASSING.contains(state.status());
  }

  private void rest(long millis, UpstreamRequest request, long begun)
      throws CallFailedException, InterruptedException {
    if (left(begun) < millis) {
      throw unfinished(begun);
    }
    if (!request.trace().isRehearsal()) {
      Thread.sleep(millis); // interrupted when the client cancels
    }
  }

  private long grown(long pause) {
    return Math.min(pause * 3 / 2, (long) intervalMs * MOST_GROWTH);
  }

  private boolean isDone(Answered state) throws CallFailedException {
    JsonNode json = state.json();
    if (signs.failed() != null && signs.failed().fits(state, json)) {
      throw new CallFailedException(
          CallToolResult.error(new AnswerErrors(call).facts(state.answer(), null)));
    }
    return signs.done().fits(state, json);
  }

  private Answered result(UpstreamRequest request, Answered state, long begun, Conversation client)
      throws UpstreamException, CallFailedException, InterruptedException {
    String address = leads.result().from(state);
    if (address == null) {
      throw failed("upstream_bad_job", "did its work without saying where the result is", false);
    }
    return fetched(onward.get(request, address), begun, client);
  }

  private Answered fetched(UpstreamRequest request, long begun, Conversation client)
      throws UpstreamException, CallFailedException, InterruptedException {
    long pause = intervalMs;
    while (true) {
      Answered result = asked(request, client);
      if (result != null && !isPassing(result)) {
        return result;
      }
      rest(wait(result, pause), request, begun);
      pause = grown(pause);
    }
  }

  /** A service that says "at once" is not asked without a pause either. */
  private static long wait(Answered state, long pause) {
    if (state == null) {
      return pause;
    }
    var wanted = RetryTimes.retryAfter(state.answer());
    return wanted.isPresent()
        ? Math.max(AsyncJob.LEAST_INTERVAL, TimeUnit.SECONDS.toMillis(wanted.getAsLong()))
        : pause;
  }

  private long left(long begun) {
    return maxWaitMs - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
  }

  private static UpstreamRequest within(UpstreamRequest poll, long millis) {
    int timeout = (int) Math.max(1, Math.min(poll.timeoutMs(), millis));
    return poll.withTimeout(timeout);
  }

  private void tell(Conversation client, Answered state, int polls, long begun) {
    JsonNode json = state == null ? null : state.json();
    JsonNode number = signs.progress() == null || json == null ? null : json.at(signs.progress());
    ObjectNode progress = Json.object();
    if (number != null && number.isNumber()) {
      progress.set("progress", number);
    } else if (signs.progress() == null) {
      progress.put("progress", polls);
    } else {
      return;
    }
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
    client.progress(progress.put("message", "The service is at work, " + seconds + " s so far"));
  }

  private CallFailedException unfinished(long begun) {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
    return failed(
        "upstream_job_unfinished",
        "began its work, and there is no result after "
            + seconds
            + " s, as long as this tool waits",
        call.isIdempotent());
  }

  private static CallFailedException failed(String error, String what, boolean retryable) {
    return new CallFailedException(
        CallToolResult.error(
            CallErrors.facts(
                error,
                "The service " + what + ".",
                "The work may still be done. Find out before you call again: that would begin it"
                    + " once more.",
                retryable)));
  }
}
