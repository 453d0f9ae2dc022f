package dev.postern.testing.service;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ServerSocketFactory;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A certificate that vouches for itself, made by the JDK's own keytool.
 *
 * @param sockets for a server that shows it
 * @param pem the certificate alone
 * @param pkcs12 a trust store with it
 */
public record ServerCertificate(ServerSocketFactory sockets, Path pem, Path pkcs12) {
  public static final String PASSWORD = "password";

  /**
   * @param name of the files
   * @param subject what it is for, such as {@code ip:127.0.0.1} or {@code dns:localhost}
   */
  public static ServerCertificate make(Path folder, String name, String subject) {
    Path keys = folder.resolve(name + "-keys.p12");
    Path pem = folder.resolve(name + ".pem");
    Path trusted = folder.resolve(name + ".p12");
    keytool(folder, "-genkeypair", "-alias", name, "-keyalg", "EC", "-dname", "CN=" + name)
        .with("-ext", "san=" + subject, "-keystore", keys.toString())
        .run();
    keytool(folder, "-exportcert", "-rfc", "-alias", name, "-file", pem.toString())
        .with("-keystore", keys.toString())
        .run();
    keytool(folder, "-importcert", "-noprompt", "-alias", name, "-file", pem.toString())
        .with("-storetype", "PKCS12", "-keystore", trusted.toString())
        .run();
    return new ServerCertificate(sockets(keys), pem, trusted);
  }

  private static ServerSocketFactory sockets(Path keys) {
    try (InputStream in = Files.newInputStream(keys)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(in, PASSWORD.toCharArray());
      KeyManagerFactory managers =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(store, PASSWORD.toCharArray());
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, null);
      return context.getServerSocketFactory();
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Keytool keytool(Path folder, String... arguments) {
    return new Keytool(folder, new ArrayList<>()).with(arguments);
  }

  private record Keytool(Path folder, List<String> arguments) {
    Keytool with(String... more) {
      arguments.addAll(List.of(more));
      return this;
    }

    void run() {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
      command.addAll(arguments);
      command.addAll(List.of("-storepass", PASSWORD));
      try {
        int exit =
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.log").toFile())
                .start()
                .waitFor();
        if (exit != 0) {
          throw new IllegalStateException(Files.readString(folder.resolve("keytool.log")));
        }
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
