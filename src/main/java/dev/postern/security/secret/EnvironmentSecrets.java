package dev.postern.security.secret;

import dev.postern.security.Secrets;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Secrets in environment variables. {@code {{secrets.KEY}}} is the variable {@code
 * POSTERN_SECRET_KEY}, or {@code KEY} itself where operations listed that name.
 *
 * <p>Not every variable: a tool sends its secrets to whatever host its author chose, and the
 * environment of a server holds passwords that are none of the author's business.
 */
public final class EnvironmentSecrets implements Secrets {
  public static final String PREFIX = "POSTERN_SECRET_";

  /** In the list of bare names: every variable. For those who trust every author of tools. */
  public static final String ANY = "*";

  private final Map<String, String> environment;
  private final Set<String> bareNames;

  /**
   * @param environment as of {@link System#getenv()}
   * @param bareNames variables that tools may read by their own name, without the prefix
   */
  public EnvironmentSecrets(Map<String, String> environment, Set<String> bareNames) {
    this.environment = Map.copyOf(environment);
    this.bareNames = Set.copyOf(bareNames);
  }

  @Override
  public Optional<String> find(String key) {
    String value = environment.get(PREFIX + key);
    if (value == null && (bareNames.contains(key) || bareNames.contains(ANY))) {
      value = environment.get(key);
    }
    return Optional.ofNullable(value);
  }
}
