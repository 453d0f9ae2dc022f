package dev.postern.security;

import java.util.Optional;

/** Where the values behind {@code {{secrets.KEY}}} come from; rows hold references only. */
@FunctionalInterface
public interface Secrets {

  /**
   * @param key as written in the tool's JSON
   * @return empty where nobody defined it; the tool then refuses to send its request
   */
  Optional<String> find(String key);
}
