package dev.postern.wiring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.postern.policy.PolicySettings;
import dev.postern.security.outbound.AddressRules;
import dev.postern.security.outbound.TrustStores;
import dev.postern.transport.Connections;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SettingsTest {

  @Test
  void withoutAnySettingTheDefaultsHold() {
    assertThat(Settings.of(sources(Map.of(), Map.of(), Map.of())))
        .isEqualTo(
            new Settings(
                false,
                Set.of(),
                Set.of(),
                Set.of(),
                "",
                4 * 1024 * 1024,
                1024 * 1024,
                10 * 1024 * 1024,
                400,
                Duration.ofSeconds(1),
                Duration.ofDays(7),
                Duration.ofSeconds(15),
                Duration.ofMinutes(5),
                Duration.ofMinutes(5),
                Duration.ofSeconds(10),
                new Connections.Limits(5_000, 500, Duration.ofDays(1)),
                true,
                1_000,
                Set.of(),
                "",
                AddressRules.STRICT,
                TrustStores.NONE,
                PolicySettings.DEFAULTS,
                false,
                true));
  }

  @Test
  void systemPropertiesWinOverTheEnvironmentAndThatOverTheContext() {
    Map<String, String> context =
        Map.of("postern.data", "c", "postern.mcp.maxBody", "3", "postern.refresh.period", "3s");
    Map<String, String> environment =
        Map.of("POSTERN_DATA", "e", "POSTERN_MCP_MAX_BODY", "2", "PATH", "/bin");
    Settings settings =
        Settings.of(sources(Map.of("postern.data", "s", "user.dir", "/"), environment, context));
    assertThat(settings.data()).isEqualTo("s");
    assertThat(settings.mcpMaxBody()).isEqualTo(2);
    assertThat(settings.refreshPeriod()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void whereCallsMayGoIsReadWhole() {
    Settings settings =
        Settings.of(
            sources(
                Map.of("postern.upstream.open", "loopback, metadata"),
                Map.of("POSTERN_UPSTREAM_OPEN_HOSTS", "localhost:9090,Sidecar"),
                Map.of()));
    assertThat(settings.addresses())
        .isEqualTo(
            AddressRules.of(Set.of("loopback", "metadata"), Set.of("localhost:9090", "sidecar")));
  }

  @Test
  void mistakesAboutCallsAreToldWithAllOthers() {
    assertThatThrownBy(
            () ->
                Settings.of(
                    sources(
                        Map.of(
                            "postern.upstream.open", "everything",
                            "postern.upstream.trust", "/no/such/file.pem",
                            "postern.acces", "open"),
                        Map.of(),
                        Map.of())))
        .hasMessageContaining("not \"everything\"")
        .hasMessageContaining("/no/such/file.pem")
        .hasMessageContaining("postern.acces is not a setting");
  }

  @Test
  void aSecretInASystemPropertyIsNoSetting() {
    assertThat(Settings.of(sources(Map.of("postern.secret.TOKEN", "x"), Map.of(), Map.of())))
        .isNotNull();
  }

  @Test
  void timesAreReadInEveryUnit() {
    assertThat(keepAlive("500ms")).isEqualTo(Duration.ofMillis(500));
    assertThat(keepAlive("15s")).isEqualTo(Duration.ofSeconds(15));
    assertThat(keepAlive("5m")).isEqualTo(Duration.ofMinutes(5));
    assertThat(keepAlive(" 2h ")).isEqualTo(Duration.ofHours(2));
    assertThat(keepAlive("7d")).isEqualTo(Duration.ofDays(7));
  }

  @Test
  void listsAreSeparatedByCommas() {
    Settings settings =
        Settings.of(sources(Map.of("postern.hosts", "a.example, b.example,,"), Map.of(), Map.of()));
    assertThat(settings.hosts()).containsExactlyInAnyOrder("a.example", "b.example");
  }

  @Test
  void everyMistakeIsToldAtOnceWithItsName() {
    Map<String, String> system =
        Map.of(
            "postern.access", "yes",
            "postern.keepAlive", "0s",
            "postern.refresh.period", "fast",
            "postern.mcp.maxBody", "-1",
            "postern.acess", "open");
    assertThatThrownBy(() -> Settings.of(sources(system, Map.of(), Map.of())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("postern.access must be loopback or open, not \"yes\"")
        .hasMessageContaining("postern.keepAlive must be a time")
        .hasMessageContaining("postern.refresh.period must be a time")
        .hasMessageContaining("postern.mcp.maxBody must be a number of bytes")
        .hasMessageContaining("postern.acess is not a setting");
  }

  private static Duration keepAlive(String value) {
    return Settings.of(sources(Map.of("postern.keepAlive", value), Map.of(), Map.of())).keepAlive();
  }

  private static SettingSources sources(
      Map<String, String> system, Map<String, String> environment, Map<String, String> context) {
    return new SettingSources(system, environment, context);
  }
}
