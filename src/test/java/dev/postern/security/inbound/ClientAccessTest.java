package dev.postern.security.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientAccessTest {
  private static final ClientAccess LOCAL = new ClientAccess(false, Set.of(), Set.of());
  private static final ClientAccess NAMED =
      new ClientAccess(true, Set.of("mcp.example"), Set.of("https://app.example"));

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.8.9.10", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1"})
  void callersOnThisMachineAreLetIn(String address) {
    assertThat(LOCAL.refusal(address, false, "localhost:8080", null)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"192.0.2.7", "10.0.0.1", "2001:db8::1", "0.0.0.0", "::", "not-an-address."})
  void othersAreToldHowToOpen(String address) {
    assertThat(LOCAL.refusal(address, false, "localhost:8080", null).orElseThrow())
        .contains("postern.access=open");
  }

  @Test
  void aProxyOnThisMachineDoesNotMakeItsCallersLocal() {
    assertThat(LOCAL.refusal("127.0.0.1", true, "localhost", null).orElseThrow())
        .contains("proxy")
        .contains("postern.access=open");
    assertThat(NAMED.refusal("127.0.0.1", true, "mcp.example", null)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "LOCALHOST:8080", "127.0.0.1:1", "[::1]:8080", "[::1]"})
  void namesOfThisMachineAreServed(String host) {
    assertThat(LOCAL.refusal("127.0.0.1", false, host, null)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"evil.example", "localhost.evil.example:8080", "127.0.0.1.evil.example", ""})
  void aNameThatWasMadeToPointHereIsRefused(String host) {
    assertThat(LOCAL.refusal("127.0.0.1", false, host, null)).isPresent();
    assertThat(NAMED.refusal("127.0.0.1", false, host, null)).isPresent();
  }

  @Test
  void aRequestWithoutHostIsRefused() {
    assertThat(LOCAL.refusal("127.0.0.1", false, null, null)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost:6274",
        "http://127.0.0.1",
        "https://localhost",
        "http://[::1]:1"
      })
  void pagesOfThisMachineMayCall(String origin) {
    assertThat(LOCAL.refusal("127.0.0.1", false, "localhost", origin)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://evil.example",
        "null",
        "",
        "http://localhost.evil.example",
        "https://app.example.evil",
        "http://app.example",
        "not a uri"
      })
  void otherPagesMayNot(String origin) {
    assertThat(LOCAL.refusal("127.0.0.1", false, "localhost", origin)).isPresent();
    assertThat(NAMED.refusal("192.0.2.7", false, "mcp.example", origin)).isPresent();
  }

  @Test
  void configuredPagesAndThoseUnderAConfiguredNameMayCall() {
    assertThat(NAMED.refusal("192.0.2.7", false, "mcp.example", "https://app.example")).isEmpty();
    assertThat(NAMED.refusal("192.0.2.7", false, "mcp.example:443", "https://mcp.example"))
        .isEmpty();
  }

  @Test
  void openWithoutNamesServesAnyNameButNoForeignPage() {
    ClientAccess open = new ClientAccess(true, Set.of(), Set.of());
    assertThat(open.refusal("192.0.2.7", false, "whatever.example", null)).isEmpty();
    assertThat(open.refusal("192.0.2.7", false, "evil.example", "http://evil.example")).isPresent();
    assertThat(open.refusal("192.0.2.7", false, "evil.example", "http://localhost")).isPresent();
  }
}
