package dev.postern.admin.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.source.Kind;
import jakarta.ws.rs.core.Response;

/** A request that is not carried out, with the answer that says why. */
final class Refusal extends Exception {
  private static final long serialVersionUID = 1;

  private final int status;
  private final transient ObjectNode body;

  private Refusal(int status, String code, String message) {
    super(message);
    this.status = status;
    body = Json.object().put("ok", false);
    body.putObject("error").put("code", code).put("message", message);
  }

  static Refusal of(int status, String code, String message) {
    return new Refusal(status, code, message);
  }

  /** The text is not JSON; the one problem names its place. */
  static Refusal malformed(String message, int line, int column) {
    Refusal refusal = new Refusal(400, "malformed_json", message);
    refusal
        .body
        .putArray("problems")
        .addObject()
        .put("pointer", "")
        .put("message", message)
        .put("line", line)
        .put("column", column);
    return refusal;
  }

  static Refusal withProblems(String code, String message, ArrayNode problems) {
    Refusal refusal = new Refusal(422, code, message);
    refusal.body.set("problems", problems);
    return refusal;
  }

  static Refusal noSuchRow(Kind kind, String name) {
    return new Refusal(404, "not_found", "There is no " + kind.noun() + " named " + quoted(name));
  }

  /**
   * @param present the row as it is now; null where there is none
   */
  static Refusal conflict(Kind kind, String name, ObjectNode present) {
    String message =
        present == null
            ? "The " + kind.noun() + " " + quoted(name) + " does not exist (any more)"
            : "The "
                + kind.noun()
                + " "
                + quoted(name)
                + " was changed by somebody else; nothing was written";
    Refusal refusal = new Refusal(412, "edit_conflict", message);
    refusal.body.set("present", present);
    return refusal;
  }

  /** The same, which says more under this key. */
  Refusal with(String key, JsonNode value) {
    body.set(key, value);
    return this;
  }

  /** Whether it names places in what was sent. */
  boolean hasProblems() {
    return body.has("problems");
  }

  ObjectNode body() {
    return body;
  }

  Response response() {
    return Answer.json(status, body).build();
  }

  private static String quoted(String name) {
    return Json.text(Json.NODES.textNode(name));
  }
}
