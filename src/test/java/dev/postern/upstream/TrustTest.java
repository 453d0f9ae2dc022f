package dev.postern.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.postern.security.outbound.AddressRules;
import dev.postern.security.outbound.TrustStores;
import dev.postern.template.Origin;
import dev.postern.testing.service.RecordingService;
import dev.postern.testing.service.ServerCertificate;
import dev.postern.upstream.UpstreamException.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whom calls over TLS believe: two real servers, each with a certificate of its own. */
class TrustTest {
  private static final AddressRules LOOPBACK = AddressRules.of(Set.of("loopback"), Set.of());
  @TempDir static Path folder;
  private static ServerCertificate first;
  private static ServerCertificate second;
  private static RecordingService one;
  private static RecordingService two;

  @BeforeAll
  static void start() {
    first = ServerCertificate.make(folder, "first", "ip:127.0.0.1");
    second = ServerCertificate.make(folder, "second", "ip:127.0.0.1");
    one = RecordingService.start(first.sockets(), "https");
    two = RecordingService.start(second.sockets(), "https");
  }

  @AfterAll
  static void stop() {
    one.close();
    two.close();
  }

  private static UpstreamAnswer get(TrustStores stores, String host, RecordingService service)
      throws Exception {
    UpstreamSettings settings = UpstreamSettings.defaults("test").with(LOOPBACK, stores);
    try (Upstream upstream = new Upstream(settings)) {
      Origin origin = new Origin("https", host, service.port());
      return upstream.send(new UpstreamRequest("GET", origin, "/", List.of(), null, 5_000));
    }
  }

  private static void trusts(TrustStores stores, RecordingService service) throws Exception {
    assertThat(get(stores, "127.0.0.1", service).status()).isEqualTo(200);
  }

  private static void distrusts(TrustStores stores, String host, RecordingService service) {
    service.forget();
    UpstreamException e =
        catchThrowableOfType(UpstreamException.class, () -> get(stores, host, service));
    assertThat(e.kind()).isEqualTo(Kind.TLS);
    assertThat(service.requests()).isEmpty();
  }

  private static TrustStores everywhere(Path... files) {
    List<String> names = java.util.Arrays.stream(files).map(Path::toString).toList();
    return TrustStores.of(names, List.of(), ServerCertificate.PASSWORD);
  }

  private static TrustStores at(RecordingService service, Path file) {
    String pair = "127.0.0.1:" + service.port() + "=" + file;
    return TrustStores.of(List.of(), List.of(pair), ServerCertificate.PASSWORD);
  }

  @Test
  void nobodyIsBelievedWhomTheJvmDoesNotKnow() {
    distrusts(TrustStores.NONE, "127.0.0.1", one);
  }

  @Test
  void whoIsInAStoreIsBelievedWhetherItIsPkcs12OrPem() throws Exception {
    trusts(everywhere(first.pkcs12()), one);
    trusts(everywhere(first.pem()), one);
    distrusts(everywhere(first.pem()), "127.0.0.1", two);
    TrustStores both = everywhere(first.pkcs12(), second.pem());
    trusts(both, one);
    trusts(both, two);
    Path bundle = folder.resolve("bundle.crt");
    Files.writeString(bundle, Files.readString(first.pem()) + Files.readString(second.pem()));
    trusts(everywhere(bundle), two);
  }

  @Test
  void aStoreForOneHostCountsThereAloneAndInsteadOfAllOthers() throws Exception {
    trusts(at(one, first.pem()), one);
    distrusts(at(one, first.pem()), "127.0.0.1", two);
    distrusts(at(one, second.pem()), "127.0.0.1", one);
    TrustStores pinned =
        new TrustStores(List.of(first.pem(), second.pem()), at(one, second.pem()).byHost(), "");
    distrusts(pinned, "127.0.0.1", one);
    trusts(pinned, two);
  }

  @Test
  void aBelievedCertificateMustStillNameTheHost() {
    distrusts(everywhere(first.pem()), "localhost", one);
  }

  @Test
  void aFileThatIsNoStoreStopsTheStartWithItsName() throws Exception {
    Path text = Files.writeString(folder.resolve("text.pem"), "no certificate");
    Path absent = folder.resolve("absent.p12");
    TrustStores wrongPassword =
        TrustStores.of(List.of(first.pkcs12().toString()), List.of(), "wrong");
    for (TrustStores stores : List.of(everywhere(text), everywhere(absent), wrongPassword)) {
      assertThatThrownBy(() -> new dev.postern.security.outbound.Trust(stores))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(stores.everywhere().get(0).toString());
    }
  }
}
