package dev.postern.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.security.Principal;
import java.util.List;

/**
 * As whom a test calls, for tools that tell their service about their client.
 *
 * @param info what the client says of itself; read only
 */
public record TestClient(Principal principal, ObjectNode info) {
  /** Nobody in particular, who says nothing. */
  static final TestClient NONE = new TestClient(Principal.ANONYMOUS, Json.object());

  private static final String PRINCIPAL = "principal";
  private static final List<String> KEYS = List.of("name", "version", PRINCIPAL);

  /**
   * @param written null for none
   */
  static TestClient parse(JsonNode written, String pointer, Problems problems) {
    if (written == null) {
      return NONE;
    }
    if (!(written instanceof ObjectNode client)) {
      problems.add(pointer, "must be an object with " + KEYS);
      return NONE;
    }
    CommonKeys.checkKnown(client, pointer, KEYS, problems);
    for (String key : KEYS) {
      JsonNode value = client.get(key);
      if (value != null && (!value.isTextual() || value.textValue().isBlank())) {
        problems.add(pointer + "/" + key, "must be a text; what is left out is absent");
      }
    }
    ObjectNode info = client.deepCopy();
    info.remove(PRINCIPAL);
    return new TestClient(new Principal(client.path(PRINCIPAL).asText()), info);
  }

  /** What a call can know of it. */
  public Conversation conversation() {
    return new Conversation() {
      @Override
      public ObjectNode clientInfo() {
        return info;
      }
    };
  }
}
