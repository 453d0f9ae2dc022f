package dev.postern.speed;

import dev.postern.source.Row;
import dev.postern.testing.service.Loopback;
import dev.postern.upstream.Upstream;
import dev.postern.upstream.UpstreamSettings;
import dev.postern.wiring.Parsers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How long a JVM that has just started takes to load many tools, and then to take in a change of
 * one: {@code CatalogueBenchmark [<tools>]}. The rows are in memory; a database adds its own time.
 */
public final class CatalogueBenchmark {
  private static final int CHANGES = 21;

  private CatalogueBenchmark() {}

  public static void main(String[] arguments) {
    int count = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000;
    List<Row> rows = RichTools.rows(count);
    try (Upstream upstream = new Upstream(Loopback.open(new UpstreamSettings("test", 1_000, 1)))) {
      Parsers parsers = RichTools.parsers(upstream);
      try (RichTools tools = new RichTools(parsers, parsers.tools())) {
        Duration before = cpu();
        long load = timed(tools, rows);
        Duration work = cpu().minus(before);
        int live = tools.live.current().tools().live().size();
        long[] changes = new long[CHANGES];
        List<Row> changed = new ArrayList<>(rows);
        for (int i = 0; i < CHANGES; i++) {
          changed.set(i, RichTools.row(i, "change " + i));
          changes[i] = timed(tools, List.copyOf(changed));
        }
        java.util.Arrays.sort(changes);
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        System.out.printf(
            "%d of %d tools live in %d ms (CPU time of the whole JVM: %d ms); a change of one in %d ms"
                + " (median of %d); heap %d MB%n",
            live,
            count,
            load / 1_000_000,
            work.toMillis(),
            changes[CHANGES / 2] / 1_000_000,
            CHANGES,
            (runtime.totalMemory() - runtime.freeMemory()) >> 20);
      }
    }
  }

  /** On a machine that has other work too it tells more than the clock; the compiler's is in it. */
  private static Duration cpu() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }

  private static long timed(RichTools tools, List<Row> rows) {
    long begun = System.nanoTime();
    tools.load(rows);
    return System.nanoTime() - begun;
  }
}
