package dev.postern.invoker.limit;

import dev.postern.security.Principal;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps what was left out of results: for a limited time, within a limited number of bytes, for
 * nobody but the principal whose call it was. What is oldest goes first. Safe for concurrent use.
 */
public final class RestMemory {
  /** Nobody guesses 128 bits: callers without a login share one principal. */
  private static final int HANDLE_BYTES = 16;

  private final long mostBytes;
  private final Duration lifetime;
  private final SecureRandom random = new SecureRandom();

  /** Guarded by this, in the order in which they were kept. */
  private final Map<String, Kept> kept = new LinkedHashMap<>();

  private long bytes; // guarded by this: of all that is kept

  public RestMemory(long mostBytes, Duration lifetime) {
    this.mostBytes = mostBytes;
    this.lifetime = lifetime;
  }

  /**
   * @param bytes pieces, or once these were handed out the result that was made of them
   * @param room how much of them goes out at once; 0 where it is such a result
   */
  record Rest(byte[] bytes, int room) {}

  private record Kept(String principal, long since, Rest rest) {}

  Duration lifetime() {
    return lifetime;
  }

  /** A handle for it; empty where it is more than is kept at all. */
  synchronized Optional<String> keep(Principal principal, Rest rest) {
    sweep();
    if (rest.bytes().length > mostBytes) {
      return Optional.empty();
    }
    makeRoom(rest.bytes().length);
    byte[] name = new byte[HANDLE_BYTES];
    random.nextBytes(name);
    String handle = Base64.getUrlEncoder().withoutPadding().encodeToString(name);
    put(handle, new Kept(principal.name(), System.nanoTime(), rest));
    return Optional.of(handle);
  }

  synchronized Optional<Rest> find(Principal principal, String handle) {
    sweep();
    Kept found = kept.get(handle);
    return found == null || !found.principal().equals(principal.name())
        ? Optional.empty()
        : Optional.of(found.rest());
  }

  /** From now on the handle stands for this, as long as it would have lived anyway. */
  synchronized void replace(String handle, Rest rest) {
    Kept before = kept.get(handle);
    if (before != null) {
      bytes -= before.rest().bytes().length;
      put(handle, new Kept(before.principal(), before.since(), rest));
    }
  }

  /** Forgets what is too old. To be called now and then, so that an idle server is empty. */
  public synchronized void sweep() {
    long now = System.nanoTime();
    Iterator<Kept> oldest = kept.values().iterator();
    while (oldest.hasNext()) {
      Kept next = oldest.next();
      if (now - next.since() < lifetime.toNanos()) {
        return;
      }
      bytes -= next.rest().bytes().length;
      oldest.remove();
    }
  }

  private void makeRoom(int wanted) {
    Iterator<Kept> oldest = kept.values().iterator();
    while (bytes + wanted > mostBytes && oldest.hasNext()) {
      bytes -= oldest.next().rest().bytes().length;
      oldest.remove();
    }
  }

  private void put(String handle, Kept what) {
    kept.put(handle, what);
    bytes += what.rest().bytes().length;
  }
}
