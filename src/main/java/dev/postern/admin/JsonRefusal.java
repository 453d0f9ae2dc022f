package dev.postern.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A refusal as the admin interface words them, where no resource is involved. */
public final class JsonRefusal {
  private JsonRefusal() {}

  public static void send(HttpServletResponse response, int status, String code, String reason)
      throws IOException {
    ObjectNode body = Json.object().put("ok", false);
    body.putObject("error").put("code", code).put("message", reason);
    byte[] json = Json.bytes(body);
    response.setStatus(status);
    response.setHeader("Cache-Control", "no-store");
    response.setContentType("application/json");
    response.setContentLength(json.length);
    response.getOutputStream().write(json);
  }
}
