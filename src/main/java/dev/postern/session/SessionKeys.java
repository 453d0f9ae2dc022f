package dev.postern.session;

import java.util.List;

/** The keys that all nodes of one installation share. */
@FunctionalInterface
public interface SessionKeys {

  /**
   * @return the key for new ids first, then those that older ids may have been sealed with; never
   *     empty
   * @throws IllegalStateException if the keys cannot be had now, saying why
   */
  List<SessionKey> keys();
}
