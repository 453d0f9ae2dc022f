package dev.postern.session;

import java.util.Optional;

/** The keys that all nodes of one installation share. */
public interface SessionKeys {

  /**
   * The key for new ids.
   *
   * @throws IllegalStateException if there is none to be had now, saying why
   */
  SessionKey current();

  /**
   * The key that an id was sealed with, while it is still known.
   *
   * @throws IllegalStateException as {@link #current}
   */
  Optional<SessionKey> find(int id);
}
