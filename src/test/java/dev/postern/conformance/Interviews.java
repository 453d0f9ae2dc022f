package dev.postern.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a service answers that must ask its caller's user first. An interview is a list of rounds,
 * each of which asks one or several things at once, and the result at its end. In texts, {@code
 * {/pointer}} takes a value from the request's body.
 */
final class Interviews {
  private static final Path FILE =
      Path.of("src/test/resources/conformance/service/interviews.json");
  private static final Pattern HOLE = Pattern.compile("\\{(/[^}\"]+)}");

  private final JsonNode interviews;

  private Interviews(JsonNode interviews) {
    this.interviews = interviews;
  }

  static Interviews read() throws IOException {
    return new Interviews(Json.parse(Files.readAllBytes(FILE)));
  }

  /**
   * The next questions, or the result.
   *
   * @param request {@code args}, {@code responses} and {@code state}, the latter two where there
   *     are any
   */
  JsonNode next(String name, JsonNode request) throws IOException {
    JsonNode interview = interviews.path(name);
    JsonNode rounds = interview.path("rounds");
    int round = request.path("state").asInt(0);
    if (isAnswered(rounds.get(round), request.path("responses"))) {
      round++;
    }
    if (round == rounds.size()) {
      return filled(interview.get("result"), request);
    }
    ObjectNode questions = Json.object().put("resultType", "input_required");
    questions.set("inputRequests", filled(rounds.get(round), request));
    if (interview.path("keepsState").asBoolean()) {
      questions.put("requestState", Integer.toString(round));
    }
    return questions;
  }

  private static boolean isAnswered(JsonNode questions, JsonNode responses) {
    boolean answered = true;
    for (var keys = questions.fieldNames(); keys.hasNext(); ) {
      answered &= responses.path(keys.next()).isObject();
    }
    return answered;
  }

  private static JsonNode filled(JsonNode json, JsonNode request) throws IOException {
    Matcher holes = HOLE.matcher(Json.text(json));
    return Json.parse(
        holes.replaceAll(
            hole -> Matcher.quoteReplacement(escaped(request.at(hole.group(1)).asText()))));
  }

  /** As it stands between the quotes of a JSON string. */
  private static String escaped(String text) {
    String quoted = Json.text(Json.NODES.textNode(text));
    return quoted.substring(1, quoted.length() - 1);
  }
}
