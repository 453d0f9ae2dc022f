package dev.postern.policy.cache;

import dev.postern.upstream.UpstreamAnswer;
import dev.postern.upstream.UpstreamException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A request under way, for whose answer others wait too. One thread ends it, once. */
final class Flight {

  /** What became of it for those who wait. */
  enum End {
    ANSWERED,
    FAILED,
    /** The answer is for the first alone: a stream, or one that says so. */
    NOT_SHARED,
    /** The first one's client went away. */
    ABANDONED
  }

  private final CountDownLatch landed = new CountDownLatch(1);

  // Written before the latch falls, read after it.
  private End end = End.ABANDONED;
  private UpstreamAnswer answer;
  private UpstreamException failure;

  void answered(UpstreamAnswer theAnswer) {
    end = End.ANSWERED;
    answer = theAnswer;
  }

  void failed(UpstreamException theFailure) {
    end = End.FAILED;
    failure = theFailure;
  }

  void notShared() {
    end = End.NOT_SHARED;
  }

  /** Tells everybody; nothing may be changed after it. */
  void land() {
    landed.countDown();
  }

  /** Null where the time was over first. */
  End await(long millis) throws InterruptedException {
    return landed.await(millis, TimeUnit.MILLISECONDS) ? end : null;
  }

  UpstreamAnswer answer() {
    return answer;
  }

  UpstreamException failure() {
    return failure;
  }
}
