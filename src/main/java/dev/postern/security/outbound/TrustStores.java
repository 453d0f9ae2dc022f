package dev.postern.security.outbound;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Files with certificates of those who vouch for services: PKCS #12 ({@code .p12}, {@code .pfx}) or
 * PEM.
 *
 * @param everywhere believed beside what the JVM believes
 * @param byHost for these hosts believed instead of everything else
 * @param password of all PKCS #12 files; empty for none
 */
public record TrustStores(List<Path> everywhere, Map<ServiceHost, Path> byHost, String password) {

  public static final TrustStores NONE = new TrustStores(List.of(), Map.of(), "");

  public TrustStores {
    everywhere = List.copyOf(everywhere);
    byHost = Map.copyOf(byHost);
  }

  /**
   * @param files paths
   * @param hosts pairs such as {@code erp.example=/etc/erp.pem}
   * @throws IllegalArgumentException if a pair is none
   */
  public static TrustStores of(
      Collection<String> files, Collection<String> hosts, String password) {
    Map<ServiceHost, Path> byHost = new HashMap<>();
    for (String pair : hosts) {
      int equals = pair.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException(
            "postern.upstream.trustHosts takes pairs such as erp.example=/etc/erp.pem, not \""
                + pair
                + "\"");
      }
      byHost.put(
          ServiceHost.parse(pair.substring(0, equals).trim()),
          Path.of(pair.substring(equals + 1).trim()));
    }
    return new TrustStores(files.stream().map(Path::of).toList(), byHost, password);
  }

  /** Of one file; never none. */
  List<Certificate> read(Path file) {
    String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      List<Certificate> found =
          name.endsWith(".p12") || name.endsWith(".pfx")
              ? pkcs12(in)
              : List.copyOf(CertificateFactory.getInstance("X.509").generateCertificates(in));
      if (found.isEmpty()) {
        throw new IllegalArgumentException(
            "The trust store "
                + file
                + " holds no certificate that Java takes for a trusted one (openssl marks them with"
                + " -jdktrust, keytool by itself)");
      }
      return found;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "The trust store "
              + file
              + " cannot be read as PEM or, with the ending .p12 or .pfx, as PKCS #12: "
              + e.getMessage(),
          e);
    }
  }

  private List<Certificate> pkcs12(InputStream in) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(in, password.isEmpty() ? null : password.toCharArray());
    List<Certificate> found = new ArrayList<>();
    for (String alias : Collections.list(store.aliases())) {
      if (store.isCertificateEntry(alias)) {
        found.add(store.getCertificate(alias));
      }
    }
    return found;
  }

  /** Without the password. */
  @Override
  public String toString() {
    return "TrustStores[everywhere=" + everywhere + ", byHost=" + byHost + "]";
  }
}
