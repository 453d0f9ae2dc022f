package dev.postern.transport;

import dev.postern.catalogue.CatalogueDiff;
import dev.postern.message.Json;
import dev.postern.protocol.RpcJson;
import dev.postern.security.Principal;
import dev.postern.session.SessionMemory;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** All clients that hold a {@link Connection}; there are never more than the limits allow. */
public final class Connections implements Pulse.Beating, AutoCloseable {

  /** 144 bits: whoever knows the id of another's connection may post to it. */
  private static final int ID_BYTES = 18;

  /**
   * How many and how long.
   *
   * @param most open at once
   * @param mostOfOne of one caller who is known by name
   * @param idle how long a client may be silent
   */
  public record Limits(int most, int mostOfOne, Duration idle) {}

  /** Whoever reads gets the goodbye at once; who does not read is not waited for. */
  private static final Duration GOODBYE_LIMIT = Duration.ofSeconds(2);

  private final Eras eras;
  private final CallThreads threads;
  private final SessionMemory memory;
  private final Limits limits;
  private final SecureRandom random = new SecureRandom();

  /** Guarded by this as far as its size is concerned. */
  private final Map<String, Connection> byId = new ConcurrentHashMap<>();

  private volatile boolean closing;

  public Connections(Eras eras, CallThreads threads, SessionMemory memory, Limits limits) {
    this.eras = eras;
    this.threads = threads;
    this.memory = memory;
    this.limits = limits;
  }

  /**
   * A new connection; {@link #gone} must follow when its line has ended.
   *
   * @return empty where there are too many already
   */
  public synchronized Optional<Connection> open(
      Principal principal, Line line, boolean sessionsOnly) {
    if (closing || byId.size() >= limits.most() || hasTooMany(principal)) {
      return Optional.empty();
    }
    byte[] bytes = new byte[ID_BYTES];
    random.nextBytes(bytes);
    String id = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    Eras served = sessionsOnly ? new Eras(eras.handshake(), eras.stateful(), null, null) : eras;
    Connection connection = new Connection(id, principal, line, served, threads);
    byId.put(id, connection);
    return Optional.of(connection);
  }

  private boolean hasTooMany(Principal principal) {
    return !principal.equals(Principal.ANONYMOUS)
        && byId.values().stream().filter(one -> one.principal().equals(principal)).count()
            >= limits.mostOfOne();
  }

  /** The connection of this id, if it is this caller's. */
  public Optional<Connection> find(String id, Principal principal) {
    return Optional.ofNullable(byId.get(id)).filter(one -> one.principal().equals(principal));
  }

  /** Ends all that a connection began; may be called more than once. */
  public void gone(Connection connection) {
    if (byId.remove(connection.id()) != null) {
      connection.closed();
    }
  }

  /** Tells everybody what changed for them. */
  public void changed(CatalogueDiff diff) {
    List<byte[]> news = new ArrayList<>();
    addIf(diff.toolsChanged(), "notifications/tools/list_changed", news);
    addIf(diff.promptsChanged(), "notifications/prompts/list_changed", news);
    addIf(diff.resourcesChanged(), "notifications/resources/list_changed", news);
    for (Connection connection : byId.values()) {
      if (connection.isInitialised()) {
        news.forEach(connection::send);
        diff.updated(memory.subscriptions(connection.id()))
            .forEach(uri -> updated(connection, uri));
      }
      connection.tellSubscriptions(diff);
    }
  }

  private static void addIf(boolean changed, String method, List<byte[]> news) {
    if (changed) {
      news.add(RpcJson.notification(method, Json.object()));
    }
  }

  private static void updated(Connection connection, String uri) {
    connection.send(
        RpcJson.notification("notifications/resources/updated", Json.object().put("uri", uri)));
  }

  @Override
  public void beat() {
    for (Connection connection : byId.values()) {
      if (connection.isForsaken(limits.idle())) {
        connection.end();
      } else {
        connection.line().keepAlive();
      }
    }
  }

  /** Ends all of them in good order, and takes no more. */
  @Override
  public void close() {
    closing = true;
    byId.values().forEach(Connection::end);
    long end = System.nanoTime() + GOODBYE_LIMIT.toNanos();
    while (!byId.isEmpty() && System.nanoTime() < end) {
      try {
        Thread.sleep(10);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
