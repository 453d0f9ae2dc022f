package dev.postern.security.secret;

import dev.postern.security.Secrets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.naming.Binding;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;

/**
 * Secrets that the server binds for this application below {@link #CONTEXT}, as strings.
 *
 * <p>All of them are read once, on the thread that starts the application: {@code java:comp} exists
 * only on the container's threads, and tools are loaded on ours.
 */
public final class JndiSecrets implements Secrets {
  /** {@code {{secrets.KEY}}} is the entry {@code KEY} here. */
  public static final String CONTEXT = "java:comp/env/postern/secrets";

  private final Map<String, String> values;

  private JndiSecrets(Map<String, String> values) {
    this.values = Map.copyOf(values);
  }

  /**
   * @param naming as of {@code new InitialContext()}
   * @throws NamingException if the server cannot list the entries; none being there is no error
   */
  public static JndiSecrets read(Context naming) throws NamingException {
    Map<String, String> values = new HashMap<>();
    try {
      NamingEnumeration<Binding> bindings = naming.listBindings(CONTEXT);
      try {
        while (bindings.hasMore()) {
          Binding binding = bindings.next();
          if (binding.getObject() instanceof String value) {
            values.put(lastName(binding.getName()), value);
          }
        }
      } finally {
        bindings.close();
      }
    } catch (NameNotFoundException e) {
      return new JndiSecrets(Map.of());
    }
    return new JndiSecrets(values);
  }

  @Override
  public Optional<String> find(String key) {
    return Optional.ofNullable(values.get(key));
  }

  /** Some servers list whole paths. */
  private static String lastName(String name) {
    return name.substring(name.lastIndexOf('/') + 1);
  }
}
