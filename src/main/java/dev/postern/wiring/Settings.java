package dev.postern.wiring;

import dev.postern.policy.HostRules;
import dev.postern.policy.PolicySettings;
import dev.postern.security.outbound.AddressRules;
import dev.postern.security.outbound.Trust;
import dev.postern.security.outbound.TrustStores;
import dev.postern.transport.Connections;
import java.time.Duration;
import java.util.Set;

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
 * @param secretFiles folder with a file for each secret; empty for none
 * @param addresses where calls to services may go
 * @param trust whom calls to services believe
 * @param policies rules for upstream hosts, and how much the cache of answers holds
 * @param testsMustPass whether tools with tests may be saved only if these pass
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
    String secretFiles,
    AddressRules addresses,
    TrustStores trust,
    PolicySettings policies,
    boolean testsMustPass,
    boolean samples) {

  private static final int MIB = 1024 * 1024;

  /**
   * @throws IllegalArgumentException naming everything that is wrong, unknown names included
   */
  static Settings of(SettingSources sources) {
    SettingReader reader = new SettingReader(sources);
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
            reader.text("postern.secrets.directory", ""),
            addresses(reader),
            trust(reader),
            policies(reader),
            reader.choice("postern.tests.mustPass", "false", "true").equals("true"),
            reader.choice("postern.samples", "true", "false").equals("true"));
    reader.finish();
    return settings;
  }

  private static AddressRules addresses(SettingReader reader) {
    Set<String> open = reader.list(AddressRules.OPEN);
    Set<String> hosts = reader.list(AddressRules.HOSTS);
    return reader.checked(() -> AddressRules.of(open, hosts), AddressRules.STRICT);
  }

  private static TrustStores trust(SettingReader reader) {
    Set<String> files = reader.list("postern.upstream.trust");
    Set<String> hosts = reader.list("postern.upstream.trustHosts");
    String password = reader.text("postern.upstream.trustPassword", "");
    return reader.checked(
        () -> {
          TrustStores stores = TrustStores.of(files, hosts, password);
          new Trust(stores); // what cannot be read is told now
          return stores;
        },
        TrustStores.NONE);
  }

  private static PolicySettings policies(SettingReader reader) {
    String hosts = reader.text("postern.policy.hosts", "");
    return new PolicySettings(
        reader.checked(() -> hostRules(hosts), HostRules.NONE),
        reader.bytes("postern.cache.maxBytes", 32 * MIB),
        reader.count("postern.cache.maxEntries", 10_000));
  }

  private static HostRules hostRules(String written) {
    try {
      return HostRules.parse(written);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("postern.policy.hosts cannot be read: " + e.getMessage());
    }
  }
}
