package dev.postern.message.mcp;

import java.util.Locale;
import java.util.Optional;

/** {@code LoggingLevel} of the schema, the least severe first (RFC 5424). */
public enum LogLevel {
  DEBUG,
  INFO,
  NOTICE,
  WARNING,
  ERROR,
  CRITICAL,
  ALERT,
  EMERGENCY;

  /** The level of this name, as on the wire; empty where there is none. */
  public static Optional<LogLevel> of(String name) {
    for (LogLevel level : values()) {
      if (level.wireName().equals(name)) {
        return Optional.of(level);
      }
    }
    return Optional.empty();
  }

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
