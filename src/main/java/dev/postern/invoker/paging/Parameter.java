package dev.postern.invoker.paging;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.template.PercentEncoding;
import dev.postern.template.PlainText;
import dev.postern.upstream.UpstreamRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;

/**
 * Where a request says which page it wants.
 *
 * @param inBody whether it is a member of the JSON body instead of a parameter in the query
 */
record Parameter(String name, boolean inBody) {

  /** Its value in a request; null where it is not there. */
  String of(UpstreamRequest request) {
    if (inBody) {
      ObjectNode body = body(request);
      JsonNode value = body == null ? null : body.get(name);
      return value == null || value.isNull() ? null : PlainText.of(value);
    }
    for (String pair : pairs(request.target())) {
      if (name(pair).equals(name)) {
        int equals = pair.indexOf('=');
        return equals < 0
            ? ""
            : URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8);
      }
    }
    return null;
  }

  /** The same request for another page. */
  UpstreamRequest in(UpstreamRequest request, JsonNode value) {
    String target = request.target();
    byte[] bytes = request.body();
    if (inBody) {
      ObjectNode body = body(request);
      bytes = Json.bytes((body == null ? Json.object() : body).set(name, value));
    } else {
      StringBuilder query = new StringBuilder();
      for (String pair : pairs(target)) {
        if (!pair.isEmpty() && !name(pair).equals(name)) {
          query.append(pair).append('&');
        }
      }
      query.append(PercentEncoding.encode(name)).append('=');
      query.append(PercentEncoding.encode(PlainText.of(value)));
      int mark = target.indexOf('?');
      target = (mark < 0 ? target : target.substring(0, mark)) + "?" + query;
    }
    return request.to(request.method(), request.origin(), target, request.headers(), bytes);
  }

  private static String[] pairs(String target) {
    int mark = target.indexOf('?');
    return mark < 0 ? new String[0] : target.substring(mark + 1).split("&", -1);
  }

  private static String name(String pair) {
    int equals = pair.indexOf('=');
    return URLDecoder.decode(equals < 0 ? pair : pair.substring(0, equals), StandardCharsets.UTF_8);
  }

  private static ObjectNode body(UpstreamRequest request) {
    try {
      return request.body() != null && Json.parse(request.body()) instanceof ObjectNode object
          ? object
          : null;
    } catch (JsonProcessingException e) {
      return null;
    }
  }
}
