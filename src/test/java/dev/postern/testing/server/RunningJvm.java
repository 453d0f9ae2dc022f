package dev.postern.testing.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the JDK's tools tell of a JVM of ours.
 *
 * @param java its home
 */
public record RunningJvm(Path java, long pid) {

  /** The last line of a class histogram: objects and bytes. */
  private static final Pattern TOTAL = Pattern.compile("Total\\s+\\d+\\s+(\\d+)");

  private static final Pattern THREAD = Pattern.compile("(?m)^\"([^\"]+)\"");

  /** Runs a {@code jcmd} command against it, for instance {@code Thread.print}. */
  public String jcmd(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(java.resolve("bin/jcmd").toString());
    command.add(Long.toString(pid));
    command.addAll(List.of(arguments));
    Process jcmd = new ProcessBuilder(command).redirectErrorStream(true).start();
    return new String(jcmd.getInputStream().readAllBytes());
  }

  /** What its heap holds after a full collection, which the command asks for. */
  public long liveBytes() throws IOException {
    String histogram = jcmd("GC.class_histogram");
    Matcher total = TOTAL.matcher(histogram);
    if (!total.find()) {
      throw new IllegalStateException("No total in " + histogram);
    }
    return Long.parseLong(total.group(1));
  }

  /**
   * How many objects of a class whose name ends so outlived a full collection, over all loaders.
   */
  public int instances(String className) throws IOException {
    Matcher line =
        Pattern.compile(
                "(?m)^\\s*\\d+:\\s+(\\d+)\\s+\\d+\\s+\\S*\\b" + className + "(?![\\w$.\\[])")
            .matcher(jcmd("GC.class_histogram"));
    int count = 0;
    while (line.find()) {
      count += Integer.parseInt(line.group(1));
    }
    return count;
  }

  /** The names of its threads. */
  public Set<String> threads() throws IOException {
    Set<String> names = new TreeSet<>();
    Matcher quoted = THREAD.matcher(jcmd("Thread.print"));
    while (quoted.find()) {
      names.add(quoted.group(1));
    }
    return names;
  }
}
