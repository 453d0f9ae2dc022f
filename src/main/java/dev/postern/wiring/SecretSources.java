package dev.postern.wiring;

import dev.postern.security.Secrets;
import dev.postern.security.secret.EnvironmentSecrets;
import dev.postern.security.secret.FileSecrets;
import dev.postern.security.secret.FirstSecrets;
import dev.postern.security.secret.JndiSecrets;
import dev.postern.security.secret.PropertySecrets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The places where the values of secrets are looked up, in order. */
final class SecretSources {
  private static final Logger LOG = LoggerFactory.getLogger(SecretSources.class);

  private SecretSources() {}

  static Secrets open(Settings settings) {
    List<Secrets> places = new ArrayList<>();
    try {
      places.add(JndiSecrets.read(new InitialContext()));
    } catch (NamingException e) {
      LOG.warn("Secrets bound by JNDI cannot be read, those elsewhere can: {}", e.toString());
    }
    if (!settings.secretFiles().isEmpty()) {
      places.add(new FileSecrets(Path.of(settings.secretFiles())));
    }
    places.add(new PropertySecrets(System::getProperty));
    places.add(new EnvironmentSecrets(System.getenv(), settings.secretVariables()));
    return new FirstSecrets(places);
  }
}
