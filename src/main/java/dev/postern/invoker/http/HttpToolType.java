package dev.postern.invoker.http;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Binding;
import dev.postern.catalogue.InputSchema;
import dev.postern.catalogue.Problems;
import dev.postern.catalogue.ToolType;
import dev.postern.invoker.Block;
import dev.postern.invoker.ServiceBinding;
import dev.postern.invoker.ServiceCall;
import dev.postern.invoker.ServiceCallParser;
import dev.postern.security.Secrets;
import dev.postern.upstream.Upstream;

/** {@code "type": "http"}. */
public final class HttpToolType implements ToolType {
  private final Upstream upstream;
  private final Secrets secrets;

  public HttpToolType(Upstream upstream, Secrets secrets) {
    this.upstream = upstream;
    this.secrets = secrets;
  }

  @Override
  public String name() {
    return "http";
  }

  @Override
  public Binding compile(JsonNode json, InputSchema schema, Problems problems) {
    Block block = Block.read(json, "/http", ServiceCallParser.KEYS, problems);
    if (!block.has("url") && !block.has("baseUrl") && json.isObject()) {
      block.problem("url", "is missing; a request needs \"url\", or \"baseUrl\" and \"path\"");
      return null;
    }
    ServiceCall call = new ServiceCallParser(block, schema, secrets).parse();
    return call == null ? null : new ServiceBinding(call, upstream::send);
  }
}
