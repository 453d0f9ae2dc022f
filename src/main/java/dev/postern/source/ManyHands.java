package dev.postern.source;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Does the same with each of many things, by several threads where that pays. They end with the
 * work: the threads of the JVM's common pool would keep the application's classes when it is gone.
 */
final class ManyHands {
  static final String THREAD = "postern-loader";

  /** Fewer are done before another thread is there. */
  private static final int FEW = 64;

  /** Calls are served meanwhile, and want processors too. */
  private static final int MOST_THREADS = 4;

  private ManyHands() {}

  /**
   * @param work is done by several threads at a time, and throws nothing
   * @return what became of each, in the same order
   */
  static <A, B> List<B> map(List<A> things, Function<A, B> work) {
    AtomicReferenceArray<B> done = new AtomicReferenceArray<>(things.size());
    AtomicInteger next = new AtomicInteger();
    Runnable hand =
        () -> {
          for (int i = next.getAndIncrement(); i < done.length(); i = next.getAndIncrement()) {
            done.set(i, work.apply(things.get(i)));
          }
        };
    List<Thread> helpers = things.size() < FEW ? List.of() : helpers(hand);
    hand.run();
    helpers.forEach(ManyHands::awaitEnd);
    return IntStream.range(0, done.length()).mapToObj(done::get).toList();
  }

  private static List<Thread> helpers(Runnable hand) {
    int wanted = Math.min(Runtime.getRuntime().availableProcessors(), MOST_THREADS) - 1;
    List<Thread> helpers = new ArrayList<>();
    for (int i = 1; i <= wanted; i++) {
      Thread helper = new Thread(hand, THREAD + "-" + i);
      helper.setDaemon(true);
      try {
        helper.start();
      } catch (OutOfMemoryError e) { // no more threads: the others do it
        return helpers;
      }
      helpers.add(helper);
    }
    return helpers;
  }

  /** Whoever interrupts has to wait: what a helper has begun must not be lost. */
  private static void awaitEnd(Thread helper) {
    boolean interrupted = false;
    while (helper.isAlive()) {
      try {
        helper.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
