package dev.postern.invoker.feign;

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
import java.util.List;

/** {@code "type": "feign"}. */
public final class FeignToolType implements ToolType {
  static final List<String> KEYS =
      ServiceCallParser.KEYS.stream().filter(key -> !key.equals("url")).toList();

  private final Upstream upstream;
  private final Secrets secrets;

  public FeignToolType(Upstream upstream, Secrets secrets) {
    this.upstream = upstream;
    this.secrets = secrets;
  }

  @Override
  public String name() {
    return "feign";
  }

  @Override
  public Binding compile(JsonNode json, InputSchema schema, Problems problems) {
    Block block = Block.read(json, "/feign", KEYS, problems);
    if (block.has("url")) {
      return null; // its problem was added with the unknown keys
    }
    ServiceCall call = new ServiceCallParser(block, schema, secrets).parse();
    return call == null ? null : new ServiceBinding(call, FeignSender.build(call, upstream));
  }
}
