package dev.postern.wiring;

import dev.postern.policy.HostRules;
import dev.postern.policy.PolicySettings;
import dev.postern.transport.Connections;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What operations can set; docs/configuration.md says how.
 *
 * @param open whether MCP requests from other machines are taken
 * @param hosts further names that requests may be addressed to
 * @param origins web origins whose pages may call the MCP endpoints
 * @param publicOrigins origins under which a proxy shows the console
 * @param data folder of the embedded database; empty for the default below the server's base
 * @param mcpMaxBody most bytes of one MCP request
 * @param adminMaxBody most bytes of one tool's JSON
 * @param upstreamMaxAnswer most bytes of one service's answer
 * @param upstreamMaxCalls most calls under way to one service; more are refused
 * @param refreshPeriod time between two looks at the database
 * @param sessionLifetime how long a session id is accepted after its issue
 * @param keepAlive time between two comments on an open stream
 * @param questionLimit how long a client may take to answer a question of a tool
 * @param shutdownGrace how long running requests may go on when the program ends
 * @param connections how many clients may hold an SSE or WebSocket connection, and how long
 * @param streamsKept how long a stream whose connection broke can be resumed
 * @param clientsMayEnd whether clients may end their sessions with DELETE
 * @param pageSize most entries on one page of a list
 * @param secretVariables environment variables that tools may read by their own name
 * @param policies rules for upstream hosts, and how much the cache of answers holds
 * @param samples whether an empty embedded database starts with a sample tool
 */
record Settings(
    boolean open,
    Set<String> hosts,
    Set<String> origins,
    Set<String> publicOrigins,
    String data,
    int mcpMaxBody,
    int adminMaxBody,
    int upstreamMaxAnswer,
    int upstreamMaxCalls,
    Duration refreshPeriod,
    Duration sessionLifetime,
    Duration keepAlive,
    Duration questionLimit,
    Duration streamsKept,
    Duration shutdownGrace,
    Connections.Limits connections,
    boolean clientsMayEnd,
    int pageSize,
    Set<String> secretVariables,
    PolicySettings policies,
    boolean samples) {

  private static final int MIB = 1024 * 1024;

  /**
   * @throws IllegalArgumentException naming everything that is wrong, unknown names included
   */
  static Settings of(SettingSources sources) {
    Reader reader = new Reader(sources);
    Settings settings =
        new Settings(
            reader.choice("postern.access", "loopback", "open").equals("open"),
            reader.list("postern.hosts"),
            reader.list("postern.origins"),
            reader.list("postern.admin.origins"),
            reader.text("postern.data", ""),
            reader.bytes("postern.mcp.maxBody", 4 * MIB),
            reader.bytes("postern.admin.maxBody", MIB),
            reader.bytes("postern.upstream.maxAnswer", 10 * MIB),
            reader.count("postern.upstream.maxCalls", 400),
            reader.duration("postern.refresh.period", Duration.ofSeconds(1)),
            reader.duration("postern.session.lifetime", Duration.ofDays(7)),
            reader.duration("postern.keepAlive", Duration.ofSeconds(15)),
            reader.duration("postern.question.limit", Duration.ofMinutes(5)),
            reader.duration("postern.streams.kept", Duration.ofMinutes(5)),
            reader.duration("postern.shutdown.grace", Duration.ofSeconds(10)),
            new Connections.Limits(
                reader.count("postern.connections.max", 5_000),
                reader.count("postern.connections.perPrincipal", 500),
                reader.duration("postern.connections.idle", Duration.ofDays(1))),
            reader.choice("postern.session.delete", "true", "false").equals("true"),
            reader.count("postern.pageSize", 1_000),
            reader.list("postern.secrets.variables"),
            new PolicySettings(
                reader.hostRules("postern.policy.hosts"),
                reader.bytes("postern.cache.maxBytes", 32 * MIB),
                reader.count("postern.cache.maxEntries", 10_000)),
            reader.choice("postern.samples", "true", "false").equals("true"));
    reader.finish();
    return settings;
  }

  /** Reads values one by one and remembers what was wrong with any of them. */
  private static final class Reader {
    private final SettingSources sources;
    private final Set<String> known = new TreeSet<>();
    private final List<String> problems = new ArrayList<>();

    Reader(SettingSources sources) {
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

    HostRules hostRules(String name) {
      try {
        return HostRules.parse(text(name, ""));
      } catch (IllegalArgumentException e) {
        problems.add(name + " cannot be read: " + e.getMessage());
        return HostRules.NONE;
      }
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
}
