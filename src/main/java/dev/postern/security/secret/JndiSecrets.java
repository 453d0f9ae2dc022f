package dev.postern.security.secret;

import dev.postern.security.Secrets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.naming.Context;
import javax.naming.NameClassPair;
import javax.naming.NameNotFoundException;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;

/**
 * Secrets that the server binds as strings: for this application below {@link #CONTEXT}, or for all
 * below {@link #GLOBAL_CONTEXT}, as Payara's custom resources are.
 *
 * <p>All of them are read once, on the thread that starts the application: {@code java:comp} is
 * sure to exist on the container's threads only, and tools are loaded on ours.
 */
public final class JndiSecrets implements Secrets {
  private static final Logger LOG = Logger.getLogger(JndiSecrets.class.getName());

  /** {@code {{secrets.KEY}}} is the entry {@code KEY} here. */
  public static final String CONTEXT = "java:comp/env/postern/secrets";

  /** Or here, where the application has no such entry of its own. */
  public static final String GLOBAL_CONTEXT = "postern/secrets";

  private final Map<String, String> values;

  private JndiSecrets(Map<String, String> values) {
    this.values = Map.copyOf(values);
  }

  /**
   * @param naming as of {@code new InitialContext()}
   */
  public static JndiSecrets read(Context naming) {
    Map<String, String> values = new HashMap<>();
    for (String place : List.of(GLOBAL_CONTEXT, CONTEXT)) { // the application's own come last
      try {
        readAll(naming, place, values);
      } catch (NamingException e) {
        if (!(e instanceof NameNotFoundException
            || e.getRootCause() instanceof NameNotFoundException)) {
          LOG.log(Level.WARNING, "The secrets below " + place + " in JNDI cannot be read", e);
        }
      }
    }
    return new JndiSecrets(values);
  }

  private static void readAll(Context naming, String place, Map<String, String> values)
      throws NamingException {
    NamingEnumeration<NameClassPair> entries = naming.list(place);
    try {
      while (entries.hasMore()) {
        String key = lastName(entries.next().getName());
        // What a listing yields may be a reference; a look-up resolves it.
        if (naming.lookup(place + "/" + key) instanceof String value) {
          values.put(key, value);
        }
      }
    } finally {
      entries.close();
    }
  }

  @Override
  public Optional<String> find(String key) {
    return Optional.ofNullable(values.get(key));
  }

  /** Payara lists whole paths. */
  private static String lastName(String name) {
    return name.substring(name.lastIndexOf('/') + 1);
  }
}
