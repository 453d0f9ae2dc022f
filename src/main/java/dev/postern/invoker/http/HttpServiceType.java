package dev.postern.invoker.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.InputSchema;
import dev.postern.catalogue.Problems;
import dev.postern.invoker.Block;
import dev.postern.invoker.ServiceCall;
import dev.postern.invoker.ServiceCallParser;
import dev.postern.invoker.ServiceFetch;
import dev.postern.invoker.ServiceType;
import dev.postern.security.Secrets;
import dev.postern.upstream.Upstream;

/** A block {@code http} outside of tools. */
public final class HttpServiceType implements ServiceType {
  private final Upstream upstream;
  private final Secrets secrets;

  public HttpServiceType(Upstream upstream, Secrets secrets) {
    this.upstream = upstream;
    this.secrets = secrets;
  }

  @Override
  public String name() {
    return "http";
  }

  @Override
  public ServiceFetch compile(
      JsonNode json, String pointer, InputSchema arguments, Problems problems) {
    Block block = Block.read(json, pointer, ServiceCallParser.KEYS, problems);
    if (!block.has("url") && !block.has("baseUrl") && json.isObject()) {
      block.problem("url", "is missing; a request needs \"url\", or \"baseUrl\" and \"path\"");
      return null;
    }
    ServiceCall call = new ServiceCallParser(block, arguments, secrets).parse();
    return call == null ? null : new ServiceFetch(call, upstream::send);
  }
}
