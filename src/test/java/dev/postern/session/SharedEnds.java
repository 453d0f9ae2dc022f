package dev.postern.session;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What nodes share where there is only this JVM. */
final class SharedEnds implements EndedSessions.Shared {
  private final List<EndedSessions.Entry> entries = new ArrayList<>();

  @Override
  public void add(String mark, Instant expiry) {
    entries.add(new EndedSessions.Entry(entries.size() + 1L, mark, expiry));
  }

  @Override
  public List<EndedSessions.Entry> after(long number) {
    return entries.stream().filter(entry -> entry.number() > number).toList();
  }

  @Override
  public void forgetExpired(Instant now) {
    entries.removeIf(entry -> entry.expiry().isBefore(now));
  }
}
