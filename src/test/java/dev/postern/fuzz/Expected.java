package dev.postern.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.testing.service.ReceivedRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What must come of a request: what it is, or that it is refused. Filled while it is written. */
final class Expected {
  final ObjectNode arguments;
  private final List<Consumer<ReceivedRequest>> checks = new ArrayList<>();
  private boolean must;
  private boolean may;

  Expected(ObjectNode arguments) {
    this.arguments = arguments;
  }

  void refusedIf(boolean unsayable) {
    must |= unsayable;
  }

  /** Where the value has no form, or has one only by luck. */
  void maybeRefusedIf(boolean doubtful) {
    may |= doubtful;
  }

  void arrives(Consumer<ReceivedRequest> check) {
    checks.add(check);
  }

  /** Half a surrogate pair has no form; in a container JSON may write it with an escape. */
  void halves(JsonNode value) {
    boolean half = value != null && Values.hasHalf(value);
    refusedIf(half && !value.isContainerNode());
    maybeRefusedIf(half);
  }

  boolean mustBeRefused() {
    return must;
  }

  boolean mayBeRefused() {
    return must || may;
  }

  void check(ReceivedRequest request) {
    checks.forEach(check -> check.accept(request));
  }

  static void that(boolean good, Object message) {
    if (!good) {
      throw new AssertionError(String.valueOf(message));
    }
  }
}
