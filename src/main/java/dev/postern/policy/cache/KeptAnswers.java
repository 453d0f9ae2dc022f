package dev.postern.policy.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.postern.upstream.UpstreamAnswer;
import dev.postern.upstream.UpstreamRequest.Header;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The answers of all tools that are kept, and the requests under way whose answers may be. Safe for
 * concurrent use; it has no thread of its own.
 */
final class KeptAnswers {
  /** The key, the entry and its place in the table. */
  private static final int OVERHEAD = 300;

  private final Cache<RequestKey, Kept> answers;

  /** Whoever puts one in takes it out again, so as many as there are calls. */
  private final ConcurrentMap<RequestKey, Flight> flights = new ConcurrentHashMap<>();

  KeptAnswers(long mostBytes, int mostEntries) {
    // The library bounds one thing only, so each entry weighs at least its share of the bytes.
    int least = (int) Math.min(Integer.MAX_VALUE, Math.max(1, mostBytes / mostEntries));
    answers =
        Caffeine.newBuilder()
            .maximumWeight(mostBytes)
            .weigher((RequestKey key, Kept kept) -> Math.max(least, size(kept.answer())))
            .expireAfter(Expiry.creating((RequestKey key, Kept kept) -> kept.fresh()))
            .executor(Runnable::run) // the JVM's common pool outlives the application
            .build();
  }

  private record Kept(UpstreamAnswer answer, Duration fresh) {}

  /** Null where there is none. */
  UpstreamAnswer find(RequestKey key) {
    Kept kept = answers.getIfPresent(key);
    return kept == null ? null : kept.answer();
  }

  void keep(RequestKey key, UpstreamAnswer answer, Duration fresh) {
    answers.put(key, new Kept(answer, fresh));
  }

  /** Joins the request for this key that is under way; null where ours is the first now. */
  Flight join(RequestKey key, Flight ours) {
    return flights.putIfAbsent(key, ours);
  }

  void leave(RequestKey key, Flight ours) {
    flights.remove(key, ours);
  }

  private static int size(UpstreamAnswer answer) {
    long size = OVERHEAD + answer.body().length;
    for (Header header : answer.headers()) {
      size += 2L * (header.name().length() + header.value().length()) + 100;
    }
    return (int) Math.min(Integer.MAX_VALUE, size);
  }
}
