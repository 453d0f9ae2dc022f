package dev.postern.invoker.trial;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.telemetry.CallTrace;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** Writes down what happens within one call. For one call, and the thread that makes it. */
public final class CallRecorder implements CallTrace {
  private static final String CALL = "call";

  /** A tool that asks more often than this in a test never ends. */
  private static final int MOST_RECORDED = 200;

  private final Recording recording;
  private final String purpose;

  /** Null where the call is real. */
  private final Iterator<Heard> answers;

  private CallRecorder(Recording recording, String purpose, Iterator<Heard> answers) {
    this.recording = recording;
    this.purpose = purpose;
    this.answers = answers;
  }

  /** Watches a call that is made. */
  public static CallRecorder live() {
    return new CallRecorder(new Recording(), CALL, null);
  }

  /** Watches a call that goes as far as to its first request, which is not sent. */
  public static CallRecorder dry() {
    return rehearsal(List.of(), false);
  }

  /**
   * Watches a call that gets these answers, and sends nothing.
   *
   * @param again whether the one answer there is serves for every request
   */
  public static CallRecorder rehearsal(List<Heard> answers, boolean again) {
    Stream<Heard> given =
        again ? Stream.generate(() -> answers.get(0)).limit(MOST_RECORDED) : answers.stream();
    return new CallRecorder(new Recording(), CALL, given.iterator());
  }

  /** What happened so far, without secrets. */
  public ArrayNode steps() {
    return recording.steps();
  }

  /** The requests of the call so far, without secrets. */
  List<ObjectNode> requests() {
    return recording.requests();
  }

  /** Whether a request found no answer any more. */
  public boolean ranOut() {
    return recording.ranOut();
  }

  @Override
  public boolean watches() {
    return true;
  }

  @Override
  public boolean isRehearsal() {
    return answers != null;
  }

  @Override
  public CallTrace about(String other) {
    return new CallRecorder(recording, other, answers);
  }

  @Override
  public void hides(Mask mask) {
    recording.hide(mask);
  }

  @Override
  public void sends(Sent request) {
    recording.request(purpose, request, !isRehearsal());
  }

  @Override
  public Heard recorded() {
    if (answers.hasNext()) {
      return answers.next();
    }
    recording.runOut();
    return null;
  }

  @Override
  public void hears(Heard answer, long nanos) {
    recording.answer(isRehearsal() ? "recording" : "service", answer, nanos);
  }

  @Override
  public void fails(String kind, String message, long nanos) {
    recording.failure(kind, message, nanos);
  }

  @Override
  public void keptBack(String by, String why, Sent request, Heard answer) {
    recording.keptBack(by, why, request == null ? null : purpose, request, answer);
  }

  @Override
  public void maps(Heard answer, String text, List<String> notes) {
    recording.mapping(answer, text, notes);
  }

  @Override
  public void mapsNot(String why) {
    recording.noMapping(why);
  }
}
