package dev.postern.admin.rest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/** How everything below {@code /admin} answers. */
final class Answer {
  private Answer() {}

  static Response.ResponseBuilder json(int status, JsonNode body) {
    return json(status, Json.bytes(body));
  }

  static Response.ResponseBuilder json(int status, byte[] body) {
    return bare(status).type(MediaType.APPLICATION_JSON_TYPE).entity(body);
  }

  static Response.ResponseBuilder bare(int status) {
    return Response.status(status).header(HttpHeaders.CACHE_CONTROL, "no-store");
  }

  /** An entity tag as HTTP writes it (RFC 9110 §8.8.3). */
  static String entityTag(String tag) {
    return '"' + tag + '"';
  }
}
