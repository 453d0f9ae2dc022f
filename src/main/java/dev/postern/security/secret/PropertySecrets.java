package dev.postern.security.secret;

import dev.postern.security.Secrets;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Secrets in system properties: {@code {{secrets.KEY}}} is {@code postern.secret.KEY}. Read anew
 * each time.
 */
public final class PropertySecrets implements Secrets {
  public static final String PREFIX = "postern.secret.";

  private final UnaryOperator<String> properties;

  /**
   * @param properties as {@link System#getProperty(String)}
   */
  public PropertySecrets(UnaryOperator<String> properties) {
    this.properties = properties;
  }

  @Override
  public Optional<String> find(String key) {
    return Optional.ofNullable(properties.apply(PREFIX + key));
  }
}
