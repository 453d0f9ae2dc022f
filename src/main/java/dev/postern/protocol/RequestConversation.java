package dev.postern.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Conversation;
import dev.postern.message.Json;
import dev.postern.message.mcp.LogLevel;
import dev.postern.security.ClientHeaders;
import java.math.BigDecimal;
import java.time.Duration;

/** Puts what a call says to its client into notifications of the protocol. */
final class RequestConversation implements Conversation {
  private final CallContext context;

  /** Null for none; anything else than a string or an integer is none (schema, ProgressToken). */
  private final JsonNode progressToken;

  private final ObjectNode inputResponses;
  private final String state;

  /** Guarded by this: progress only ever grows (basic/utilities/progress). */
  private BigDecimal lastProgress;

  RequestConversation(
      CallContext context, ObjectNode params, ObjectNode inputResponses, String state) {
    this.context = context;
    JsonNode token = params.path("_meta").path("progressToken");
    this.progressToken = token.isTextual() || token.isIntegralNumber() ? token : null;
    this.inputResponses = inputResponses;
    this.state = state;
  }

  @Override
  public ClientHeaders clientHeaders() {
    return context.exchange().clientHeaders();
  }

  @Override
  public ObjectNode clientCapabilities() {
    return context.clientCapabilities();
  }

  @Override
  public ObjectNode clientInfo() {
    return context.client().info();
  }

  @Override
  public ObjectNode inputResponses() {
    return inputResponses;
  }

  @Override
  public String state() {
    return state;
  }

  @Override
  public boolean wantsProgress() {
    return progressToken != null;
  }

  @Override
  public synchronized void progress(ObjectNode progress) {
    JsonNode value = progress.path("progress");
    if (progressToken == null || !value.isNumber()) {
      return;
    }
    BigDecimal now = value.decimalValue();
    if (lastProgress != null && now.compareTo(lastProgress) <= 0) {
      return;
    }
    lastProgress = now;
    ObjectNode params = Json.object();
    params.set("progressToken", progressToken);
    params.setAll(progress);
    context.exchange().notify("notifications/progress", params);
  }

  @Override
  public void detach(Duration after, Duration retry) {
    context.exchange().detach(after, retry);
  }

  @Override
  public void log(String level, String logger, JsonNode data) {
    LogLevel severity = LogLevel.of(level).orElse(LogLevel.INFO);
    if (context.logLevel().isEmpty() || severity.compareTo(context.logLevel().get()) < 0) {
      return;
    }
    ObjectNode params = Json.object().put("level", severity.wireName());
    if (logger != null) {
      params.put("logger", logger);
    }
    params.set("data", data);
    context.exchange().notify("notifications/message", params);
  }
}
