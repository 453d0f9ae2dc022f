package dev.postern.invoker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.upstream.UpstreamAnswer;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Makes a result of what a service answered. JSON passes through: the text as it came, and an
 * object also as {@code structuredContent}, which revisions up to 2025-11-25 allow for objects only
 * (schema.ts, CallToolResult).
 */
final class AnswerReader {
  /** Of a body that could not be used: enough to see what it is. */
  private static final int SAMPLE_LENGTH = 200;

  /** Of an error's body: enough for every message a person would read. */
  private static final int DETAIL_LENGTH = 2_000;

  private final Redaction redaction;
  private final boolean idempotent;

  AnswerReader(Redaction redaction, boolean idempotent) {
    this.redaction = redaction;
    this.idempotent = idempotent;
  }

  CallToolResult read(UpstreamAnswer answer) {
    if (answer.status() >= 400) {
      return failure(answer);
    }
    if (answer.status() >= 300) {
      String location = answer.header("Location");
      String where =
          location == null ? null : cut(redaction.text(address(location)), SAMPLE_LENGTH);
      return CallToolResult.error(StatusErrors.redirect(answer.status(), where));
    }
    if (answer.body().length == 0) {
      return CallToolResult.text(
          "The service answered with status " + answer.status() + " and no body.");
    }
    MediaType type = MediaType.of(answer.header("Content-Type"));
    return type.isJson() || type.isAbsent()
        ? json(answer, type)
        : notJson(answer, type, "sent " + type.type() + " where JSON was expected");
  }

  private CallToolResult json(UpstreamAnswer answer, MediaType type) {
    String text = decode(answer.body(), type.charset());
    if (text == null) {
      return notJson(answer, type, "sent text that is not in the character set it names");
    }
    JsonNode json;
    try {
      json = Json.parse(text);
    } catch (JsonProcessingException e) {
      String place =
          e.getLocation() == null ? "" : " (character " + e.getLocation().getCharOffset() + ")";
      return notJson(
          answer,
          type,
          type.isAbsent()
              ? "sent something that is not JSON, without a Content-Type"
              : "sent " + type.type() + " that is not valid JSON" + place);
    }
    if (redaction.concerns(text)) {
      JsonNode clean = redaction.tree(json);
      text = redaction.text(clean == json ? text : Json.text(clean));
      json = clean;
    }
    return json.isObject() ? CallToolResult.structured(text, json) : CallToolResult.text(text);
  }

  private CallToolResult notJson(UpstreamAnswer answer, MediaType type, String what) {
    ObjectNode facts =
        CallErrors.facts(
            "upstream_not_json",
            "The service " + redaction.text(what) + ".",
            "Changing the arguments will hardly help. Tell the user that the operator of this"
                + " gateway must look at the tool.",
            false);
    facts.put("status", answer.status());
    String sample = text(answer, type);
    if (sample != null) {
      facts.put("detail", cut(redaction.text(sample), SAMPLE_LENGTH));
    }
    return CallToolResult.error(facts);
  }

  private CallToolResult failure(UpstreamAnswer answer) {
    ObjectNode facts = StatusErrors.facts(answer.status(), idempotent);
    StatusErrors.addRetryAfter(facts, answer.header("Retry-After"));
    String text = text(answer, MediaType.of(answer.header("Content-Type")));
    if (text != null && !text.isBlank()) {
      facts.set("detail", detail(text));
    }
    return CallToolResult.error(facts);
  }

  /** JSON stays JSON where it is short enough. */
  private JsonNode detail(String text) {
    String clean = redaction.text(text);
    try {
      JsonNode tree = redaction.tree(Json.parse(text));
      clean = Json.text(tree);
      if (clean.length() <= DETAIL_LENGTH && tree.isContainerNode()) {
        return tree;
      }
    } catch (JsonProcessingException e) {
      // a page for people
    }
    return Json.NODES.textNode(cut(redaction.text(clean), DETAIL_LENGTH));
  }

  /** The body as text; null where it is empty or none. */
  private static String text(UpstreamAnswer answer, MediaType type) {
    if (answer.body().length == 0 || !type.isText()) {
      return null;
    }
    Charset charset = type.charset() == null ? StandardCharsets.ISO_8859_1 : type.charset();
    return new String(answer.body(), charset);
  }

  /** Strictly: a wrong character set must not yield wrong data. */
  private static String decode(byte[] body, Charset charset) {
    if (charset == null) {
      return null;
    }
    if (charset.equals(StandardCharsets.UTF_8)) {
      String text = new String(body, charset);
      if (text.indexOf('\uFFFD') < 0 && !text.startsWith("\uFEFF")) {
        return text; // nothing was replaced: the common case, without a decoder
      }
    }
    try {
      String text = charset.newDecoder().decode(ByteBuffer.wrap(body)).toString();
      return text.startsWith("\uFEFF") ? text.substring(1) : text; // RFC 8259 §8.1
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /** Where a redirect points, without query and credentials: both may hold secrets. */
  private static String address(String location) {
    int end = location.length();
    for (int i = 0; i < end; i++) {
      if (location.charAt(i) == '?' || location.charAt(i) == '#') {
        end = i;
      }
    }
    String address = location.substring(0, end);
    int authority = address.indexOf("//");
    int at =
        authority < 0 ? -1 : address.substring(0, pathStart(address, authority)).lastIndexOf('@');
    return at < 0 ? address : address.substring(0, authority + 2) + address.substring(at + 1);
  }

  private static int pathStart(String address, int authority) {
    int slash = address.indexOf('/', authority + 2);
    return slash < 0 ? address.length() : slash;
  }

  private static String cut(String text, int length) {
    if (text.length() <= length) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(length - 1)) ? length - 1 : length;
    return text.substring(0, end) + "\u2026";
  }
}
