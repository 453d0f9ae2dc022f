package dev.postern.invoker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Conversation;
import dev.postern.message.Json;
import dev.postern.message.mcp.Outcome;
import dev.postern.upstream.Lines;
import dev.postern.upstream.UpstreamAnswer;
import dev.postern.upstream.UpstreamRequest.Header;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * An answer that tells of its progress before its result: as {@code text/event-stream}, or as lines
 * of JSON. Used for one call, by the thread that makes it.
 */
final class AnswerStream implements Lines {
  private final AnswerReader reader;
  private final Conversation conversation;
  private final int longestSilence;
  private boolean taken;

  /** Null for lines of JSON. */
  private EventParser events;

  private int lineNumber;
  private Outcome outcome;

  /** A result that is data; null where there is none, or none yet. */
  private UpstreamAnswer data;

  AnswerStream(AnswerReader reader, Conversation conversation, int longestSilence) {
    this.reader = reader;
    this.conversation = conversation;
    this.longestSilence = longestSilence;
  }

  /** Whether the answer was a stream. */
  boolean isTaken() {
    return taken;
  }

  /** The data that the stream ended with, like the answer it stands for; null for none. */
  UpstreamAnswer data() {
    return data;
  }

  Outcome outcome() {
    return outcome == null ? reader.errors().noResult() : outcome;
  }

  @Override
  public int longestSilence() {
    return longestSilence;
  }

  @Override
  public boolean wanted(int status, List<Header> headers) {
    if (status >= 300) {
      return false;
    }
    for (Header header : headers) {
      if (header.name().equalsIgnoreCase("Content-Type")) {
        MediaType type = MediaType.of(header.value());
        events = type.isEventStream() ? new EventParser() : null;
        taken = type.isEventStream() || type.isJsonLines();
        return taken;
      }
    }
    return false;
  }

  @Override
  public boolean take(String given) {
    lineNumber++;
    String line = lineNumber == 1 && given.startsWith("\uFEFF") ? given.substring(1) : given;
    if (events == null) {
      if (!line.isBlank()) {
        outcome = message("message", line);
      }
    } else {
      EventParser.Event event = events.take(line);
      if (event != null) {
        outcome = message(event.name(), event.data());
      }
    }
    return outcome == null && data == null;
  }

  /** Null where more is to come. */
  private Outcome message(String name, String text) {
    JsonNode json;
    switch (name) {
      case "progress", "log", "message", "result", "mcpResult", "error" -> {
        try {
          json = Json.parse(text);
        } catch (JsonProcessingException e) {
          return bad(text, "is not JSON");
        }
      }
      default -> {
        return null; // somebody else's event
      }
    }
    return switch (name) {
      case "result" -> data(text);
      case "mcpResult" -> reader.ready(json);
      case "error" -> reader.errors().reported(json);
      case "progress" -> json.has("method") ? notification(json, text) : progress(json, text);
      case "log" -> json.has("method") ? notification(json, text) : log(json);
      default -> unnamed(json, text);
    };
  }

  /** A line of JSON, or an event without a name: its members say what it is. */
  private Outcome unnamed(JsonNode json, String text) {
    if (json.has("method")) {
      return notification(json, text);
    }
    if (json.has("error")) {
      return reader.errors().reported(json.get("error"));
    }
    if (json.has("mcpResult") || json.has("jsonrpc") && json.has("result")) {
      return reader.ready(json.has("mcpResult") ? json.get("mcpResult") : json.get("result"));
    }
    if (json.has("result")) {
      return data(Json.text(json.get("result")));
    }
    if (json.has("log")) {
      return log(json.get("log"));
    }
    if (json.has("progress")) {
      return progress(json, text);
    }
    return json.has("level") && json.has("data")
        ? log(json)
        : bad(text, "is none of progress, log, result, mcpResult, error or a notification of MCP");
  }

  private Outcome data(String json) {
    data =
        new UpstreamAnswer(
            200,
            List.of(new Header("Content-Type", "application/json")),
            json.getBytes(StandardCharsets.UTF_8));
    return null;
  }

  /** As MCP itself writes it; others are none of a call's. */
  private Outcome notification(JsonNode json, String text) {
    switch (json.path("method").asText()) {
      case "notifications/progress" -> {
        return progress(json.path("params"), text);
      }
      case "notifications/message" -> {
        return log(json.path("params"));
      }
      default -> {
        return json.has("id")
            ? bad(text, "is a request; a service asks by a result with \"input_required\"")
            : null;
      }
    }
  }

  private Outcome progress(JsonNode given, String text) {
    if (!given.path("progress").isNumber()) {
      return bad(text, "has no number as \"progress\"");
    }
    ObjectNode progress = Json.object();
    progress.setAll((ObjectNode) reader.redaction().tree(given));
    progress.remove("progressToken"); // the client's own is set
    conversation.progress(progress);
    return null;
  }

  private Outcome log(JsonNode given) {
    JsonNode entry = reader.redaction().tree(given);
    JsonNode data = entry.path("data");
    conversation.log(
        entry.path("level").asText("info"),
        entry.path("logger").textValue(),
        data.isMissingNode() ? entry : data);
    return null;
  }

  private Outcome bad(String text, String why) {
    return reader.errors().badLine(lineNumber, text, why);
  }
}
