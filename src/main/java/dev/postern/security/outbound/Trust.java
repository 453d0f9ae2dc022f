package dev.postern.security.outbound;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
 * Whose certificates are believed, by host. Certificates and host names are always checked; there
 * is no way to switch that off. Immutable.
 */
public final class Trust {
  private final SSLContext everywhere;
  private final Map<ServiceHost, SSLContext> byHost = new HashMap<>();

  /**
   * @throws IllegalArgumentException if a file cannot be read, naming it
   */
  public Trust(TrustStores stores) {
    try {
      everywhere = stores.everywhere().isEmpty() ? context(null) : context(added(stores));
      for (Map.Entry<ServiceHost, Path> entry : stores.byHost().entrySet()) {
        byHost.put(entry.getKey(), context(keyStore(stores.read(entry.getValue()))));
      }
    } catch (GeneralSecurityException | java.io.IOException e) {
      throw new IllegalArgumentException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  /** For connections to this host. */
  public SSLContext context(String host, int port) {
    Optional<SSLContext> own =
        byHost.entrySet().stream()
            .filter(entry -> entry.getKey().is(host, port))
            .max((a, b) -> Integer.compare(a.getKey().port(), b.getKey().port()))
            .map(Map.Entry::getValue);
    return own.orElse(everywhere);
  }

  /** Every context that {@link #context(String, int)} can give. */
  public List<SSLContext> contexts() {
    List<SSLContext> all = new ArrayList<>(byHost.values());
    all.add(everywhere);
    return all;
  }

  private static KeyStore added(TrustStores stores)
      throws GeneralSecurityException, java.io.IOException {
    List<Certificate> all = new ArrayList<>();
    for (TrustManager manager : managers(null)) {
      if (manager instanceof X509TrustManager jvm) {
        all.addAll(Arrays.asList(jvm.getAcceptedIssuers()));
      }
    }
    stores.everywhere().forEach(file -> all.addAll(stores.read(file)));
    return keyStore(all);
  }

  private static KeyStore keyStore(List<Certificate> certificates)
      throws GeneralSecurityException, java.io.IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    for (int i = 0; i < certificates.size(); i++) {
      store.setCertificateEntry("trusted-" + i, certificates.get(i));
    }
    return store;
  }

  /**
   * @param store null for what the JVM believes
   */
  private static SSLContext context(KeyStore store) throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers(store), null);
    return context;
  }

  private static TrustManager[] managers(KeyStore store) throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }
}
