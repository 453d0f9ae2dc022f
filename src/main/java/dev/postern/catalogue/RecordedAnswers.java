package dev.postern.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.telemetry.CallTrace.Header;
import dev.postern.telemetry.CallTrace.Heard;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * What stands for a service's answers in a test.
 *
 * @param again whether the one answer there is serves for every request
 */
record RecordedAnswers(List<Heard> all, boolean again) {
  private static final List<String> KEYS = List.of("status", "headers", "body", "base64");

  /**
   * @param written null for none
   */
  static RecordedAnswers parse(JsonNode written, String pointer, Problems problems) {
    List<Heard> answers = new ArrayList<>();
    if (written == null) {
      return new RecordedAnswers(answers, false);
    }
    if (!written.isArray()) {
      answers.add(answer(written, pointer, problems));
      return new RecordedAnswers(answers, true);
    }
    for (int i = 0; i < written.size(); i++) {
      answers.add(answer(written.get(i), pointer + "/" + i, problems));
    }
    return new RecordedAnswers(answers, false);
  }

  private static Heard answer(JsonNode written, String pointer, Problems problems) {
    List<Header> headers = new ArrayList<>();
    if (!(written instanceof ObjectNode answer)) {
      problems.add(pointer, "must be an object with " + KEYS + ", or an array of such");
      return new Heard(200, headers, new byte[0]);
    }
    CommonKeys.checkKnown(answer, pointer, KEYS, problems);
    JsonNode status = answer.path("status");
    if (!status.isMissingNode()
        && (!status.isInt() || status.intValue() < 200 || status.intValue() > 599)) {
      problems.add(pointer + "/status", "must be a whole number from 200 to 599");
    }
    readHeaders(answer, pointer, headers, problems);
    JsonNode body = answer.path("body");
    boolean typed = headers.stream().anyMatch(one -> one.name().equalsIgnoreCase("Content-Type"));
    if (!typed && !body.isMissingNode() && !body.isTextual()) {
      headers.add(new Header("Content-Type", "application/json"));
    }
    return new Heard(status.asInt(200), headers, bytes(answer, pointer, problems));
  }

  private static void readHeaders(
      ObjectNode answer, String pointer, List<Header> headers, Problems problems) {
    CommonKeys.checkObject(answer, pointer, "headers", problems);
    for (var header : answer.path("headers").properties()) {
      JsonNode values = header.getValue();
      boolean list = values.isArray();
      for (JsonNode value : list ? values : Json.NODES.arrayNode().add(values)) {
        if (value.isTextual()) {
          headers.add(new Header(header.getKey(), value.textValue()));
        } else {
          problems.add(
              Problem.at(pointer + "/headers", header.getKey()),
              "must be a string, or an array of strings");
        }
      }
    }
  }

  private static byte[] bytes(ObjectNode answer, String pointer, Problems problems) {
    JsonNode body = answer.path("body");
    if (!answer.has("base64")) {
      return body.isMissingNode()
          ? new byte[0]
          : body.isTextual() ? body.textValue().getBytes(StandardCharsets.UTF_8) : Json.bytes(body);
    }
    if (answer.has("body")) {
      problems.add(pointer + "/base64", "must not stand beside \"body\"");
    }
    try {
      return Base64.getDecoder()
          .decode(answer.path("base64").isTextual() ? answer.path("base64").textValue() : "?");
    } catch (IllegalArgumentException e) {
      problems.add(pointer + "/base64", "must be a string in base64");
      return new byte[0];
    }
  }
}
