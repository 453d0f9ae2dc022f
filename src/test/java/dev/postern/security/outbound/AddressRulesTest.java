package dev.postern.security.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRulesTest {

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, loopback",
    "127.255.255.254, loopback",
    "0.0.0.0, loopback",
    "0.1.2.3, loopback",
    "::, loopback",
    "::1, loopback",
    "::ffff:127.0.0.1, loopback",
    "::127.0.0.1, loopback",
    "::ffff:0:127.0.0.1, loopback",
    "64:ff9b::127.0.0.1, loopback",
    "64:ff9b:1::7f00:1, loopback",
    "64:ff9b:1:7f00:0:100::, loopback",
    "2002:7f00:1::, loopback",
    "2001:0:7f00:1::, loopback",
    "2001:0:808:808:0:0:80ff:fffe, loopback",
    "fe80::5efe:127.0.0.1, link-local",
    "2001:db8::5efe:127.0.0.1, loopback",
    "2001:db8::200:5efe:127.0.0.1, loopback",
    "169.254.1.1, link-local",
    "fe80::1, link-local",
    "64:ff9b::169.254.1.1, link-local",
    "169.254.169.254, metadata",
    "64:ff9b::a9fe:a9fe, metadata",
    "2002:a9fe:a9fe::, metadata",
    "fd00:ec2::254, metadata",
    "fd20:ce::254, metadata",
    "100.100.100.200, metadata",
    "168.63.129.16, metadata",
    "224.0.0.1, special",
    "255.255.255.255, special",
    "240.0.0.1, special",
    "ff02::1, special",
  })
  void whatNoServiceStandsAtIsRefusedUntilItsKindIsOpened(String address, String kind)
      throws Exception {
    assertThat(refusal(AddressRules.STRICT, address)).contains("postern.upstream.open=" + kind);
    assertThat(refusal(AddressRules.of(Set.of(kind), Set.of()), address)).isNull();
    for (AddressKind other : AddressKind.values()) {
      if (!other.settingName().equals(kind)) {
        assertThat(refusal(AddressRules.of(Set.of(other.settingName()), Set.of()), address))
            .isNotNull();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "100.64.0.1",
        "fd12:3456::1",
        "fec0::1",
        "93.184.216.34",
        "126.255.255.255",
        "128.0.0.1",
        "169.253.255.255",
        "169.255.0.0",
        "223.255.255.255",
        "2606:4700::1111",
        "64:ff9b::8.8.8.8",
        "2002:808:808::"
      })
  void servicesOfTheCompanyAndOfTheWorldAreOpen(String address) throws Exception {
    assertThat(refusal(AddressRules.STRICT, address)).isNull();
  }

  @Test
  void aHostCanBeOpenedAloneWithOrWithoutItsPort() throws Exception {
    AddressRules rules = AddressRules.of(Set.of(), Set.of("SideCar.local:9090", "[::1]", "a.b"));
    InetAddress loopback = InetAddress.getByName("127.0.0.1");
    assertThat(rules.refusal("sidecar.local", 9090, loopback)).isEmpty();
    assertThat(rules.refusal("sidecar.local.", 9090, loopback)).isEmpty();
    assertThat(rules.refusal("sidecar.local", 9091, loopback)).isPresent();
    assertThat(rules.refusal("other.local", 9090, loopback)).isPresent();
    assertThat(rules.refusal("::1", 1, loopback)).isEmpty();
    assertThat(rules.refusal("A.B", 1, loopback)).isEmpty();
    assertThat(rules.refusal("x.a.b", 1, loopback)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://a", "a:0", "a:x", "a:70000", "*.a", "10.0.0.0/8", "u@a"})
  void whatIsNoHostIsNoSetting(String host) {
    assertThatThrownBy(() -> AddressRules.of(Set.of(), Set.of(host)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(host);
  }

  @Test
  void anUnknownKindIsNoSetting() {
    assertThatThrownBy(() -> AddressRules.of(Set.of("private"), Set.of()))
        .hasMessageContaining("loopback, link-local, metadata and special, not \"private\"");
  }

  /** Null for none. */
  private static String refusal(AddressRules rules, String address) throws UnknownHostException {
    return rules.refusal("h", 80, InetAddress.getByName(address)).orElse(null);
  }
}
