package dev.postern.invoker.resource;

import dev.postern.catalogue.Call;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.catalogue.Resource;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.message.mcp.Outcome;
import dev.postern.security.Principal;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the resources that declare a {@code poll} as often as they say, compares the content with
 * what it was, and tells the catalogue's listeners where it changed.
 */
public final class ResourceWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ResourceWatch.class);

  /** Each is a request per second at worst; whoever has more needs another way to tell. */
  static final int MOST_WATCHED = 200;

  /** A service that hangs delays the polls of others, and nothing else. */
  private static final int THREADS = 2;

  private final LiveCatalogue catalogue;
  private final ScheduledThreadPoolExecutor threads =
      new ScheduledThreadPoolExecutor(
          THREADS,
          task -> {
            Thread thread = new Thread(task, "postern-resource-poll");
            thread.setDaemon(true);
            return thread;
          });

  /** By identity: a row that changed is another resource. Guarded by this. */
  private final Map<Resource, Future<?>> watched = new IdentityHashMap<>();

  private List<Resource> followed = List.of(); // guarded by this

  public ResourceWatch(LiveCatalogue catalogue) {
    this.catalogue = catalogue;
    threads.setRemoveOnCancelPolicy(true);
  }

  /** Follows the catalogue from now on. */
  public void start() {
    catalogue.onChange(diff -> follow(catalogue.current().resources().live()));
  }

  private synchronized void follow(List<Resource> live) {
    if (live == followed || threads.isShutdown()) {
      return;
    }
    followed = live;
    List<Resource> declared = live.stream().filter(resource -> resource.poll() != null).toList();
    List<Resource> wanted = declared.subList(0, Math.min(MOST_WATCHED, declared.size()));
    if (declared.size() > wanted.size()) {
      LOG.warn(
          "{} resources declare a poll; only the first {} by name are polled",
          declared.size(),
          MOST_WATCHED);
    }
    Map<Resource, Future<?>> present = new IdentityHashMap<>(watched);
    watched.clear();
    for (Resource resource : wanted) {
      Future<?> known = present.remove(resource);
      watched.put(resource, known == null ? schedule(resource) : known);
    }
    present.values().forEach(gone -> gone.cancel(true));
  }

  private Future<?> schedule(Resource resource) {
    long every = resource.poll().toMillis();
    return threads.scheduleWithFixedDelay(new Watched(resource), 0, every, TimeUnit.MILLISECONDS);
  }

  /** One resource; run by one thread at a time. */
  private final class Watched implements Runnable {
    private final Resource resource;
    private byte[] last;
    private boolean failing;

    Watched(Resource resource) {
      this.resource = resource;
    }

    @Override
    public void run() {
      try {
        compare();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // the row is gone, or the server ends
      } catch (RuntimeException e) { // thrown on, it would end the polls of this resource
        LOG.error("The resource \"{}\" could not be polled", resource.name(), e);
      }
    }

    private void compare() throws InterruptedException {
      String uri = resource.pattern().text();
      Call call = new Call(Json.object().put("uri", uri), Principal.ANONYMOUS);
      Outcome outcome = resource.binding().call(call);
      if (outcome instanceof CallToolResult failed) {
        report(failed);
        return;
      }
      failing = false;
      byte[] now = digest(Json.bytes(outcome.json()));
      if (last != null && !Arrays.equals(last, now)) {
        catalogue.contentChanged(uri);
      }
      last = now;
    }

    /** Once until it works again: a service may be down for a day. */
    private void report(CallToolResult failed) {
      if (!failing) {
        LOG.warn(
            "The resource \"{}\" cannot be polled: {}",
            resource.name(),
            failed.facts().path("message").asText());
      }
      failing = true;
    }
  }

  private static byte[] digest(byte[] content) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(content);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    try {
      threads.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
