package dev.postern.invoker.trial;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.telemetry.CallTrace.Header;
import dev.postern.telemetry.CallTrace.Heard;
import dev.postern.telemetry.CallTrace.Mask;
import dev.postern.telemetry.CallTrace.Sent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * What happened within one call. Steps become JSON when somebody asks for them: only then all
 * secrets are known that must not be in it.
 */
final class Recording {
  /** Enough for every call but one with hundreds of pages, whose others look the same. */
  private static final int MOST_STEPS = 100;

  private static final int ERROR_STATUS = 400;

  private final Masks masks = new Masks();
  private final List<Supplier<ObjectNode>> steps = new ArrayList<>();
  private final List<Supplier<ObjectNode>> requests = new ArrayList<>();
  private int number;
  private int leftOut;
  private boolean ranOut;

  void hide(Mask mask) {
    masks.add(mask);
  }

  void runOut() {
    ranOut = true;
  }

  boolean ranOut() {
    return ranOut;
  }

  void request(String purpose, Sent request, boolean sent) {
    int own = ++number;
    add(() -> json(own, purpose, request, sent, ShownBody.MOST));
    if (requests.size() < MOST_STEPS) {
      requests.add(() -> json(own, purpose, request, sent, Integer.MAX_VALUE));
    }
  }

  void answer(String by, Heard answer, long nanos) {
    int own = number;
    add(
        () -> {
          ObjectNode step = response(answer.status() < ERROR_STATUS, by).put("number", own);
          return with(answer, step.put("millis", TimeUnit.NANOSECONDS.toMillis(nanos)));
        });
  }

  void failure(String kind, String message, long nanos) {
    int own = number;
    add(
        () -> {
          ObjectNode step = response(false, "service").put("number", own);
          step.put("millis", TimeUnit.NANOSECONDS.toMillis(nanos));
          step.putObject("failure").put("kind", kind).put("message", masks.text(message));
          return step;
        });
  }

  /**
   * @param request null where there was none yet
   * @param answer null for a refusal
   */
  void keptBack(String by, String why, String purpose, Sent request, Heard answer) {
    if (request != null) {
      request(purpose, request, false);
    }
    int own = number;
    add(
        () -> {
          boolean well = answer != null && answer.status() < ERROR_STATUS;
          ObjectNode step = response(well, by);
          if (request != null) {
            step.put("number", own);
          }
          step.put("message", masks.text(why));
          return answer == null ? step : with(answer, step);
        });
  }

  void mapping(Heard answer, String text, List<String> notes) {
    add(
        () -> {
          ObjectNode step = step("mapping", true).put("status", answer.status());
          for (Header header : answer.headers()) {
            if (header.name().equalsIgnoreCase("Content-Type")) {
              step.put("contentType", masks.text(header.value()));
            }
          }
          body(step, answer.body(), answer.headers(), ShownBody.MOST);
          if (text != null) {
            step.put("text", masks.text(text));
          }
          ArrayNode all = step.putArray("notes");
          notes.forEach(note -> all.add(masks.text(note)));
          return step;
        });
  }

  void noMapping(String why) {
    add(
        () -> {
          ObjectNode step = step("mapping", false);
          step.putObject("failure").put("message", masks.text(why));
          return step;
        });
  }

  ArrayNode steps() {
    ArrayNode all = Json.NODES.arrayNode();
    steps.forEach(step -> all.add(step.get()));
    if (leftOut > 0) {
      all.add(response(true, "service").put("message", leftOut + " further steps are not shown."));
    }
    return all;
  }

  List<ObjectNode> requests() {
    return requests.stream().map(Supplier::get).toList();
  }

  private void add(Supplier<ObjectNode> step) {
    if (steps.size() < MOST_STEPS) {
      steps.add(step);
    } else {
      leftOut++;
    }
  }

  private ObjectNode json(int own, String purpose, Sent request, boolean sent, int most) {
    ObjectNode step = step("request", true).put("number", own).put("purpose", purpose);
    step.put("sent", sent).put("method", request.method()).put("url", masks.text(request.url()));
    headers(step, request.headers());
    body(step, request.body(), request.headers(), most);
    return step.put("curl", Curl.of(request, masks));
  }

  private ObjectNode with(Heard answer, ObjectNode step) {
    headers(step.put("status", answer.status()), answer.headers());
    body(step, answer.body(), answer.headers(), ShownBody.MOST);
    return step;
  }

  private void headers(ObjectNode step, List<Header> headers) {
    ArrayNode lines = step.putArray("headers");
    for (Header header : headers) {
      lines.addObject().put("name", header.name()).put("value", masks.text(header.value()));
    }
  }

  private void body(ObjectNode step, byte[] body, List<Header> headers, int most) {
    ObjectNode shown = ShownBody.of(body, headers, masks, most);
    if (shown != null) {
      step.set("body", shown);
    }
  }

  private static ObjectNode response(boolean ok, String by) {
    return step("response", ok).put("by", by);
  }

  private static ObjectNode step(String name, boolean ok) {
    return Json.object().put("step", name).put("ok", ok);
  }
}
