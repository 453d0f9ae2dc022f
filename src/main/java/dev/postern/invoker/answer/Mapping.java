package dev.postern.invoker.answer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Problems;
import dev.postern.invoker.Answered;
import dev.postern.invoker.Block;
import dev.postern.invoker.CallErrors;
import dev.postern.invoker.CallFailedException;
import dev.postern.invoker.Statuses;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import java.util.List;
import java.util.Locale;

/**
 * What is made of some answers. Immutable.
 *
 * @param statuses of answers that it concerns
 * @param contentType of answers that it concerns, {@code type/*} for all of a kind; null for any
 * @param pick null for the whole answer
 * @param text null for the data itself
 * @param keepsData whether the data stands beside the text in any case
 */
record Mapping(
    Statuses statuses, String contentType, Pick pick, AnswerText text, boolean keepsData) {
  private static final List<String> KEYS = List.of("when", "jsonPath", "template");
  private static final List<String> CONDITIONS = List.of("status", "contentType");

  /**
   * @param keepsData because programs are promised data by an {@code outputSchema}
   */
  static Mapping compile(JsonNode json, String pointer, boolean keepsData, Problems problems) {
    if (json.isTextual()) {
      if (!json.textValue().equals("passthrough")) {
        problems.add(pointer, "must be \"passthrough\", or an object with " + KEYS);
      }
      return new Mapping(Statuses.any(), null, null, null, keepsData);
    }
    Block block = Block.read(json, pointer, KEYS, problems);
    Block when =
        Block.read(
            block.has("when") ? block.get("when") : Json.object(),
            block.pointer("when"),
            CONDITIONS,
            problems);
    Statuses statuses =
        when.has("status")
            ? Statuses.parse(when.get("status"), when.pointer("status"), problems)
            : Statuses.success();
    String contentType = when.text("contentType");
    if (contentType != null && !contentType.matches("[^\\s/;]+/([^\\s/;*]+|\\*)")) {
      when.problem("contentType", "must be a media type such as application/json or text/*");
    }
    String template = block.text("template");
    return new Mapping(
        statuses,
        contentType == null ? null : contentType.toLowerCase(Locale.ROOT),
        block.has("jsonPath")
            ? Pick.compile(block.get("jsonPath"), block.pointer("jsonPath"), problems)
            : null,
        template == null ? null : AnswerText.compile(template, block.pointer("template"), problems),
        keepsData || block.has("jsonPath"));
  }

  boolean concerns(Answered answered) {
    return statuses.contain(answered.status())
        && (contentType == null || fits(answered.mediaType()));
  }

  private boolean fits(String mediaType) {
    return contentType.endsWith("/*")
        ? mediaType.startsWith(contentType.substring(0, contentType.length() - 1))
        : mediaType.equals(contentType);
  }

  Answered apply(Answered answered) throws CallFailedException {
    JsonNode json = answered.json();
    if (pick != null && json == null && answered.status() < 300 && !answered.claimsJson()) {
      throw unmapped("is no JSON, and responseMapping picks fields of it");
    }
    String plain = json == null && pick == null ? answered.bodyText() : null;
    if (pick == null && text == null || json == null && plain == null) {
      return answered; // what can be done with it, or said of it, others know
    }
    JsonNode picked = json == null ? Json.NODES.textNode(plain) : json;
    if (pick != null) {
      picked = pick.from(picked);
      if (picked == null) {
        throw unmapped("has nothing at the place that responseMapping picks");
      }
    }
    return text == null ? answered.withJson(picked) : worded(answered, picked, json != null);
  }

  private Answered worded(Answered answered, JsonNode data, boolean isData)
      throws CallFailedException {
    String words;
    try {
      words = text.render(data);
    } catch (AnswerText.TooLongException e) {
      throw unmapped("makes a text that is too long by responseMapping's template");
    }
    if (answered.status() >= 300) {
      return answered.withText(words); // the detail of a failure
    }
    return isData && keepsData
        ? answered.withJson(data).worded(words)
        : answered.withText(words).worded(words);
  }

  private static CallFailedException unmapped(String why) {
    return new CallFailedException(
        CallToolResult.error(
            CallErrors.facts(
                "upstream_unmapped",
                "The service's answer " + why + ".",
                "Changing the arguments may help if they ask for something else; otherwise tell the"
                    + " user that the operator of this gateway must look at the tool.",
                false)));
  }
}
