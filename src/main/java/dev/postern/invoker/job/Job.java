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
import dev.postern.upstream.UpstreamRequest;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Begins the work, asks how it is going until it is done, and fetches what came of it. */
final class Job implements Inquiry {
  /** A service that is overloaded for a moment still works on what it began. */
  private static final Set<Integer> PASSING = Set.of(429, 502, 503, 504);

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
    return state.status() < 300 && leads.result() != null ? result(request, state, client) : state;
  }

  /** The state in which nothing more will change, or the answer that says why there is none. */
  private Answered awaited(Answered first, UpstreamRequest poll, long begun, Conversation client)
      throws UpstreamException, CallFailedException, InterruptedException {
    Answered state = first;
    long pause = intervalMs;
    for (int polls = 1; ; polls++) {
      long wait = wait(state, pause);
      if (left(begun) < wait) {
        throw unfinished(begun);
      }
      if (!poll.trace().isRehearsal()) {
        Thread.sleep(wait); // interrupted when the client cancels
      }
      state = inner.ask(within(poll, left(begun)), Lines.NONE, client);
      String elsewhere = state.answer().header("Location");
      if (state.status() == 303 && elsewhere != null) { // the result is there, RFC 9110 §15.4.4
        return inner.ask(onward.get(poll, elsewhere), Lines.NONE, client);
      }
      boolean passing = PASSING.contains(state.status());
      if (!passing && state.status() >= 300 || isDone(state)) {
        return state;
      }
      tell(client, state, polls, begun);
      pause = Math.min(pause * 3 / 2, (long) intervalMs * MOST_GROWTH);
    }
  }

  private boolean isDone(Answered state) throws CallFailedException {
    JsonNode json = state.json();
    if (signs.failed() != null && signs.failed().fits(state, json)) {
      throw new CallFailedException(
          CallToolResult.error(new AnswerErrors(call).facts(state.answer(), null)));
    }
    return signs.done().fits(state, json);
  }

  private Answered result(UpstreamRequest request, Answered state, Conversation client)
      throws UpstreamException, CallFailedException, InterruptedException {
    String address = leads.result().from(state);
    if (address == null) {
      throw failed("upstream_bad_job", "did its work without saying where the result is", false);
    }
    return inner.ask(onward.get(request, address), Lines.NONE, client);
  }

  private static long wait(Answered state, long pause) {
    var wanted = RetryTimes.retryAfter(state.answer());
    return wanted.isPresent() ? TimeUnit.SECONDS.toMillis(wanted.getAsLong()) : pause;
  }

  private long left(long begun) {
    return maxWaitMs - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
  }

  private static UpstreamRequest within(UpstreamRequest poll, long millis) {
    int timeout = (int) Math.max(1, Math.min(poll.timeoutMs(), millis));
    return poll.withTimeout(timeout);
  }

  private void tell(Conversation client, Answered state, int polls, long begun) {
    JsonNode json = state.json();
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
        "began its work and is not done after " + seconds + " s, as long as this tool waits",
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
