package dev.postern.admin.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.ConfigParser;
import dev.postern.catalogue.Problem;
import dev.postern.catalogue.Problems;
import dev.postern.message.Json;
import dev.postern.message.mcp.Outcome;
import dev.postern.security.Principal;
import dev.postern.source.Kind;
import dev.postern.source.StoredRow;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One trial of a row: finds what is meant, as stored or as sent, and times it.
 *
 * @param <T> what the row becomes
 */
record RowTrial<T>(Kind kind, Stored rows, ConfigParser<T> parser, Trial<T> trial) {
  private static final List<String> KEYS = List.of("name", "configJson", "arguments");

  /** Where rows are that exist. */
  @FunctionalInterface
  interface Stored {
    StoredRow named(String name) throws Refusal;
  }

  /**
   * @param named the row that the path names; null where the body does
   */
  ObjectNode run(String named, Body body, Principal caller) throws Refusal {
    T entry = entry(named, body);
    ObjectNode arguments = arguments(body.json().get("arguments"));
    List<Problem> problems = trial.check(entry, arguments);
    if (!problems.isEmpty()) {
      throw Refusal.withProblems(
          "invalid_arguments",
          kind == Kind.TOOL
              ? "The arguments do not fit the tool's inputSchema"
              : "The arguments do not fit the " + kind.noun(),
          Places.describe(problems, body.text(), "/arguments"));
    }
    return timed(entry, arguments, caller);
  }

  private T entry(String named, Body body) throws Refusal {
    Problems problems = new Problems();
    body.checkKeys(KEYS, problems);
    SentRow sent = SentRow.isWrapped(body) ? SentRow.wrapped(body, kind, problems) : null;
    if (!problems.isEmpty()) {
      throw Refusal.withProblems(
          "invalid_request",
          "The body has mistakes",
          Places.describe(problems.list(), body.text(), ""));
    }
    return (sent == null ? stored(named, body) : sent).parse(parser, kind);
  }

  private SentRow stored(String named, Body body) throws Refusal {
    String name = named == null ? body.json().path("name").asText() : named;
    String text = rows.named(name).configJson();
    return new SentRow(name, text, Body.parse(text), text, "");
  }

  private static ObjectNode arguments(JsonNode sent) throws Refusal {
    if (sent == null || sent.isNull()) {
      return Json.object();
    }
    if (sent instanceof ObjectNode object) {
      return object;
    }
    throw Refusal.of(400, "wrong_type", "\"arguments\" must be an object");
  }

  private ObjectNode timed(T entry, ObjectNode arguments, Principal caller) throws Refusal {
    long start = System.nanoTime();
    try {
      Outcome result = trial.run(entry, arguments, caller);
      long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      ObjectNode answer = Json.object().put("ok", true);
      answer.set("result", result.json());
      return answer.put("tookMs", took);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Refusal.of(503, "stopping", "The server is stopping; the call was given up");
    }
  }
}
