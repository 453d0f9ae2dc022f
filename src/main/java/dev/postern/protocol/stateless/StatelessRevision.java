package dev.postern.protocol.stateless;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.ErrorCode;
import dev.postern.message.Json;
import dev.postern.protocol.Revision;
import java.util.Set;

/** 2026-07-28. */
public final class StatelessRevision implements Revision {
  public static final String VERSION = "2026-07-28";

  /** What says in a request which revision it is in. */
  public static final String CLAIM = "io.modelcontextprotocol/protocolVersion";

  private static final Set<String> CACHEABLE =
      Set.of(
          "server/discover",
          "tools/list",
          "prompts/list",
          "resources/list",
          "resources/templates/list",
          "resources/read");

  /** As long as a change takes to be live; who listens hears of it earlier. */
  private static final int TTL_MILLIS = 1_000;

  private final ObjectNode serverInfo;

  /**
   * @param serverInfo the schema's {@code Implementation}
   */
  public StatelessRevision(ObjectNode serverInfo) {
    this.serverInfo = serverInfo;
  }

  /** Newer ones too: they sort behind, and are answered with what is served. */
  public static boolean isStateless(String version) {
    return version != null && version.compareTo(VERSION) >= 0;
  }

  @Override
  public String version() {
    return VERSION;
  }

  @Override
  public ObjectNode shape(String method, ObjectNode result) {
    ObjectNode shaped = Json.object();
    shaped.setAll(result);
    if (!shaped.has("resultType")) {
      shaped.put("resultType", "complete");
    }
    if (CACHEABLE.contains(method) && shaped.get("resultType").asText().equals("complete")) {
      if (!shaped.has("ttlMs")) {
        shaped.put("ttlMs", TTL_MILLIS);
      }
      if (!shaped.has("cacheScope")) {
        shaped.put("cacheScope", "private");
      }
    }
    ObjectNode meta = Json.object();
    if (result.get("_meta") instanceof ObjectNode given) {
      meta.setAll(given);
    }
    meta.set("io.modelcontextprotocol/serverInfo", serverInfo);
    shaped.set("_meta", meta);
    return shaped;
  }

  @Override
  public int resourceNotFoundCode() {
    return ErrorCode.INVALID_PARAMS;
  }
}
