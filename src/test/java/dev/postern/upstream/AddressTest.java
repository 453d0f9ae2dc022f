package dev.postern.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.postern.security.outbound.AddressRules;
import dev.postern.security.outbound.TrustStores;
import dev.postern.template.Origin;
import dev.postern.testing.service.RecordingService;
import dev.postern.upstream.UpstreamException.Kind;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A service on this machine is there, and is not called. */
class AddressTest {
  private final RecordingService service = RecordingService.start();
  private Upstream upstream = new Upstream(UpstreamSettings.defaults("test"));

  @AfterEach
  void close() {
    upstream.close();
    service.close();
  }

  private UpstreamException refused(String host) {
    return catchThrowableOfType(UpstreamException.class, () -> send(host));
  }

  private UpstreamAnswer send(String host) throws Exception {
    Origin origin = new Origin("http", host, service.port());
    return upstream.send(new UpstreamRequest("GET", origin, "/", List.of(), null, 5_000));
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost", "::ffff:127.0.0.1", "0.0.0.0"})
  void noWayOfWritingItLeadsToThisMachine(String host) {
    UpstreamException refused = refused(host);
    assertThat(refused.kind()).isEqualTo(Kind.ADDRESS_REFUSED);
    assertThat(refused)
        .hasMessageContaining("postern.upstream.open=loopback")
        .hasMessageContaining("postern.upstream.openHosts=" + host);
    assertThat(service.connections()).isZero();
  }

  /** Whether they are hosts at all differs between systems and versions of Java. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.1",
        "2130706433",
        "0x7f000001",
        "localhost.",
        "LOCALHOST",
        "0x7f.1",
        "0",
        "127.0.1"
      })
  void whatMayMeanThisMachineDoesNotLeadThereEither(String host) {
    assertThat(refused(host).kind()).isIn(Kind.ADDRESS_REFUSED, Kind.UNKNOWN_HOST);
    assertThat(service.connections()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"169.254.169.254", "fd00:ec2::254", "64:ff9b::a9fe:a9fe", "224.0.0.1"})
  void othersAreRefusedBeforeAnythingIsConnected(String host) {
    assertThat(refused(host).kind()).isEqualTo(Kind.ADDRESS_REFUSED);
  }

  @Test
  void aHostThatWasOpenedIsCalledUnderThatNameOnly() throws Exception {
    upstream.close();
    AddressRules rules = AddressRules.of(Set.of(), Set.of("localhost:" + service.port()));
    upstream = new Upstream(UpstreamSettings.defaults("test").with(rules, TrustStores.NONE));
    assertThat(send("localhost").status()).isEqualTo(200);
    assertThat(refused("127.0.0.1").kind()).isEqualTo(Kind.ADDRESS_REFUSED);
  }
}
