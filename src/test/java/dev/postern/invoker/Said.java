package dev.postern.invoker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Conversation;
import dev.postern.message.Json;
import dev.postern.security.ClientHeaders;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A conversation whose client has said something, and which writes down what it hears. */
public final class Said implements Conversation {
  private final ObjectNode responses;
  private final String state;
  private final ObjectNode capabilities;
  private final ObjectNode info = Json.object();
  private ClientHeaders headers = ClientHeaders.NONE;
  private final List<String> heard = Collections.synchronizedList(new ArrayList<>());

  /** A client that has said nothing. */
  public Said() {
    this(null, null, "{}");
  }

  /** A client that says who it is. */
  public Said(String name, String version) {
    this();
    info.put("name", name).put("version", version);
  }

  /** Responses and state may be null. */
  public Said(String responses, String state, String capabilities) {
    this.responses = responses == null ? null : object(responses);
    this.state = state;
    this.capabilities = object(capabilities);
  }

  private static ObjectNode object(String json) {
    try {
      return (ObjectNode) Json.parse(json);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  /** A client whose own request had these headers, by names in lower case. */
  public Said(ObjectNode headers) {
    this();
    this.headers = new ClientHeaders(headers);
  }

  @Override
  public ClientHeaders clientHeaders() {
    return headers;
  }

  /** {@code progress …} and {@code level logger …}, in their order. */
  public List<String> heard() {
    return List.copyOf(heard);
  }

  @Override
  public ObjectNode clientCapabilities() {
    return capabilities;
  }

  @Override
  public ObjectNode clientInfo() {
    return info;
  }

  @Override
  public ObjectNode inputResponses() {
    return responses;
  }

  @Override
  public String state() {
    return state;
  }

  @Override
  public void progress(ObjectNode progress) {
    heard.add("progress " + progress);
  }

  @Override
  public void log(String level, String logger, JsonNode data) {
    heard.add(level + " " + logger + " " + data);
  }
}
