package dev.postern.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.SplittableRandom;

/**
 * As many cases as one asks for, in this process and without sockets: {@code ManyCases <seed>
 * <cases> [<seconds at most>] [<folder for what failed>]}. The same seed makes the same cases.
 */
public final class ManyCases {
  /** Most cases are made of less; what is left over fills a body. */
  private static final int BYTES = 192;

  private static final int MOST_FAILURES = 20;

  private ManyCases() {}

  public static void main(String[] arguments) throws IOException {
    long seed = Long.parseLong(arguments[0]);
    long cases = Long.parseLong(arguments[1]);
    long seconds = arguments.length > 2 ? Long.parseLong(arguments[2]) : Long.MAX_VALUE;
    Path folder = arguments.length > 3 ? Files.createDirectories(Path.of(arguments[3])) : null;
    long begun = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed);
    long[] held = new long[Target.values().length];
    long[] refused = new long[held.length];
    int failures = 0;
    byte[] bytes = new byte[BYTES];
    long done = 0;
    for (; done < cases && failures < MOST_FAILURES; done++) {
      if ((done & 1023) == 0 && elapsed(begun).toSeconds() >= seconds) {
        break;
      }
      random.nextBytes(bytes);
      int target = Target.of((bytes[0] & 0xFF) % 8).ordinal();
      try {
        (Target.hold(bytes) ? held : refused)[target]++;
      } catch (Throwable e) {
        failures++;
        failed(seed, done, bytes, e, folder);
      }
    }
    for (Target target : Target.values()) {
      int i = target.ordinal();
      System.out.printf("%-8s %,12d held %,12d refused%n", target, held[i], refused[i]);
    }
    System.out.printf(
        "seed %d: %,d cases in %d s, %d failures%n",
        seed, done, elapsed(begun).toSeconds(), failures);
    if (failures > 0) {
      throw new AssertionError(failures + " failures");
    }
  }

  private static Duration elapsed(long begun) {
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  private static void failed(long seed, long number, byte[] bytes, Throwable e, Path folder)
      throws IOException {
    System.out.printf("seed %d, case %d: %s%n", seed, number, e);
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      StackTraceElement[] trace = cause.getStackTrace();
      for (int i = 0; i < Math.min(6, trace.length); i++) {
        System.out.println("    at " + trace[i]);
      }
    }
    System.out.println("  bytes " + HexFormat.of().formatHex(bytes));
    if (folder != null) {
      Files.write(folder.resolve(seed + "-" + number), bytes);
    }
  }
}
