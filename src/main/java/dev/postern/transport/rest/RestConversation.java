package dev.postern.transport.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Conversation;
import dev.postern.message.Json;
import dev.postern.security.ClientHeaders;
import dev.postern.security.inbound.McpGuard;
import jakarta.servlet.http.HttpServletRequest;

/** A client that hears nothing but the answer, and says nothing of itself but its User-Agent. */
final class RestConversation implements Conversation {
  private final String userAgent;
  private final ClientHeaders headers;

  RestConversation(HttpServletRequest request) {
    userAgent = request.getHeader("User-Agent");
    headers = McpGuard.headers(request);
  }

  @Override
  public ClientHeaders clientHeaders() {
    return headers;
  }

  /** The first product of RFC 9110 §10.1.5, such as {@code curl/8.5.0}. */
  @Override
  public ObjectNode clientInfo() {
    ObjectNode info = Json.object();
    if (userAgent == null || userAgent.isBlank()) {
      return info;
    }
    String product = userAgent.strip().split(" ", 2)[0];
    int slash = product.indexOf('/');
    info.put("name", slash < 0 ? product : product.substring(0, slash));
    return slash < 0 ? info : info.put("version", product.substring(slash + 1));
  }
}
