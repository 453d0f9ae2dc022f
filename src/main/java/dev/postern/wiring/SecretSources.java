package dev.postern.wiring;

import dev.postern.security.Secrets;
import dev.postern.security.secret.EnvironmentSecrets;
import dev.postern.security.secret.FirstSecrets;
import dev.postern.security.secret.JndiSecrets;
import java.util.List;
import java.util.Set;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The places where the values of secrets are looked up, in order. */
final class SecretSources {
  private static final Logger LOG = LoggerFactory.getLogger(SecretSources.class);

  private SecretSources() {}

  /**
   * @param variables environment variables that tools may read by their own name
   */
  static Secrets open(Set<String> variables) {
    EnvironmentSecrets environment = new EnvironmentSecrets(System.getenv(), variables);
    try {
      return new FirstSecrets(List.of(JndiSecrets.read(new InitialContext()), environment));
    } catch (NamingException e) {
      LOG.warn(
          "Secrets bound by JNDI cannot be read, those in the environment can: {}", e.toString());
      return environment;
    }
  }
}
