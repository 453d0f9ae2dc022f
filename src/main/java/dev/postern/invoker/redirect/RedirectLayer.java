package dev.postern.invoker.redirect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Config;
import dev.postern.invoker.Block;
import dev.postern.invoker.RequestLayer;
import dev.postern.invoker.Sender;
import dev.postern.invoker.Service;
import java.util.ArrayList;
import java.util.List;

/** The key {@code redirects}. */
public final class RedirectLayer implements RequestLayer {
  public static final String KEY = "redirects";
  public static final List<String> KEYS = List.of("most", "hosts");

  private static final int DEFAULT_MOST = 5;

  /** As many as browsers take before they call it a loop. */
  private static final int LIMIT = 20;

  @Override
  public List<String> keys() {
    return List.of(KEY);
  }

  @Override
  public Service around(Service inner, Config config) {
    if (!config.json().has(KEY)) {
      return inner;
    }
    Block block = Block.read(config, KEY, KEYS);
    int most = block.integer("most", 1, LIMIT, DEFAULT_MOST);
    List<String> hosts = hosts(block);
    if (inner == null) {
      return null;
    }
    Sender following = new RedirectSender(inner.sender(), inner.call(), most, new Hosts(hosts));
    return new Service(inner.call(), following);
  }

  private static List<String> hosts(Block block) {
    List<String> hosts = new ArrayList<>();
    JsonNode written = block.get("hosts");
    if (!written.isArray() && !written.isMissingNode()) {
      block.problem("hosts", "must be an array of host names");
    }
    for (int i = 0; written.isArray() && i < written.size(); i++) {
      String host = written.get(i).textValue();
      if (host == null || !Hosts.isPattern(host)) {
        block
            .problems()
            .add(
                block.pointer("hosts") + "/" + i,
                "must be a host such as files.example.com, all below one such as *.example.com, or"
                    + " \"*\"; without scheme, port and path");
      } else {
        hosts.add(host);
      }
    }
    return hosts;
  }
}
