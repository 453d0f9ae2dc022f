package dev.postern.transport;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Where calls run that may wait for a service. A few run on the server's own threads, which costs
 * no hand-over; when those are taken the rest leaves them, to virtual threads where the JVM has
 * them (21 and later), to a bounded pool otherwise. So slow services never take all threads that
 * the server needs for everybody else.
 */
public final class CallThreads implements AutoCloseable {

  /** A third of Tomcat's 200 threads, a fraction of nothing on a server with fewer. */
  private static final int ON_SERVER_THREADS = 64;

  /**
   * Threads of the pool on JDK 17; each takes about 100 KB while it waits. More than two services
   * that do not answer may take up (setting postern.upstream.maxCalls).
   */
  private static final int MOST_POOLED = 1_024;

  /**
   * A thread is taken by a stream that has something to write, for microseconds unless its reader
   * is slow; with all taken by slow ones the next slow one is cut off.
   */
  private static final int MOST_WRITERS = 256;

  /** Beyond this many waiting calls a client is better told to come again. */
  private static final int MOST_QUEUED = 10_000;

  private final Gate gate;
  private final Semaphore onServerThreads = new Semaphore(ON_SERVER_THREADS);
  private final ExecutorService others = virtualThreads(CallThreads::pool);
  private final ExecutorService writers = virtualThreads(CallThreads::writerPool);

  /**
   * @param gate where calls stay until they are done, wherever they run
   */
  public CallThreads(Gate gate) {
    this.gate = gate;
  }

  /** Whether the call may run right here; {@link #leave} must follow then. */
  public boolean tryEnter() {
    return onServerThreads.tryAcquire();
  }

  public void leave() {
    onServerThreads.release();
  }

  /**
   * Runs a call away from the server's threads.
   *
   * @return false if there are too many already
   */
  public boolean run(Runnable call) {
    gate.stay();
    try {
      others.execute(() -> inside(call));
      return true;
    } catch (RejectedExecutionException e) {
      gate.leave();
      return false;
    }
  }

  private void inside(Runnable call) {
    try {
      call.run();
    } finally {
      gate.leave();
    }
  }

  /** Whether the program is about to end. */
  public boolean isEnding() {
    return gate.isShut();
  }

  /**
   * Threads that wait for slow readers, apart from those of calls: neither shall wait for the
   * other. Throws {@link RejectedExecutionException} when there are too many.
   */
  public Executor writers() {
    return writers;
  }

  private static ExecutorService virtualThreads(Supplier<ExecutorService> otherwise) {
    try {
      return (ExecutorService)
          Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (NoSuchMethodException e) {
      return otherwise.get();
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ExecutorService pool() {
    return pool(MOST_POOLED, MOST_POOLED, new LinkedBlockingQueue<>(MOST_QUEUED), "postern-call-");
  }

  private static ExecutorService writerPool() {
    return pool(0, MOST_WRITERS, new SynchronousQueue<>(), "postern-write-");
  }

  private static ExecutorService pool(
      int core, int most, BlockingQueue<Runnable> queue, String name) {
    AtomicInteger number = new AtomicInteger();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            core,
            most,
            30,
            TimeUnit.SECONDS,
            queue,
            task -> {
              Thread thread = new Thread(task, name + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /** Interrupts calls that still run, and lets what they answer go out. */
  @Override
  public void close() {
    others.shutdownNow();
    try {
      others.awaitTermination(5, TimeUnit.SECONDS);
      writers.shutdown();
      if (!writers.awaitTermination(2, TimeUnit.SECONDS)) {
        writers.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
