package dev.postern.wiring;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Reads values one by one and remembers what was wrong with any of them. */
final class SettingReader {
  private final SettingSources sources;
  private final Set<String> known = new TreeSet<>();
  private final List<String> problems = new ArrayList<>();

  SettingReader(SettingSources sources) {
    this.sources = sources;
  }

  String text(String name, String byDefault) {
    known.add(name);
    return sources.find(name).orElse(byDefault).trim();
  }

  String choice(String name, String byDefault, String other) {
    String value = text(name, byDefault);
    if (!value.equals(byDefault) && !value.equals(other)) {
      problems.add(name + " must be " + byDefault + " or " + other + ", not \"" + value + "\"");
    }
    return value;
  }

  Set<String> list(String name) {
    Set<String> values = new TreeSet<>();
    for (String value : text(name, "").split(",")) {
      if (!value.isBlank()) {
        values.add(value.trim());
      }
    }
    return values;
  }

  int bytes(String name, int byDefault) {
    return number(name, byDefault, "a number of bytes above 0");
  }

  int count(String name, int byDefault) {
    return number(name, byDefault, "a whole number above 0");
  }

  private int number(String name, int byDefault, String kind) {
    String value = text(name, Integer.toString(byDefault));
    try {
      int bytes = Integer.parseInt(value);
      if (bytes > 0 && bytes < Integer.MAX_VALUE) {
        return bytes;
      }
    } catch (NumberFormatException e) {
      // told below, with the name
    }
    problems.add(name + " must be " + kind + ", not \"" + value + "\"");
    return byDefault;
  }

  Duration duration(String name, Duration byDefault) {
    String value = text(name, byDefault.toMillis() + "ms");
    Duration duration = duration(value);
    if (duration == null) {
      problems.add(
          name + " must be a time such as 500ms, 15s, 5m, 2h or 7d, not \"" + value + "\"");
      return byDefault;
    }
    return duration;
  }

  private static Duration duration(String value) {
    int digits = 0;
    while (digits < value.length() && Character.isDigit(value.charAt(digits))) {
      digits++;
    }
    if (digits == 0 || digits > 9) {
      return null;
    }
    long amount = Long.parseLong(value.substring(0, digits));
    Duration duration =
        switch (value.substring(digits)) {
          case "ms" -> Duration.ofMillis(amount);
          case "s" -> Duration.ofSeconds(amount);
          case "m" -> Duration.ofMinutes(amount);
          case "h" -> Duration.ofHours(amount);
          case "d" -> Duration.ofDays(amount);
          default -> Duration.ZERO;
        };
    return duration.isZero() ? null : duration;
  }

  /** A value that somebody else makes of what was read; says by an exception what is wrong. */
  <T> T checked(Supplier<T> made, T otherwise) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      problems.add(e.getMessage());
      return otherwise;
    }
  }

  void finish() {
    for (String name : sources.names()) {
      if (!known.contains(name)) {
        problems.add(name + " is not a setting; known are " + known);
      }
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
  }
}
