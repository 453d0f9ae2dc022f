package dev.postern.wiring;

import dev.postern.security.secret.PropertySecrets;
import jakarta.servlet.ServletContext;
import java.util.Collections;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/**
 * The places where operations write settings: a system property {@code postern.mcp.maxBody} wins
 * over the environment's {@code POSTERN_MCP_MAX_BODY}, that over a context parameter.
 */
final class SettingSources {
  private static final String PREFIX = "postern.";

  private final Map<String, String> system;
  private final Map<String, String> environment;
  private final Map<String, String> context;

  SettingSources(
      Map<String, String> system, Map<String, String> environment, Map<String, String> context) {
    this.system = Map.copyOf(system);
    this.environment = Map.copyOf(environment);
    this.context = Map.copyOf(context);
  }

  static SettingSources of(ServletContext servletContext) {
    Properties properties = System.getProperties();
    Map<String, String> system = new HashMap<>();
    for (String name : properties.stringPropertyNames()) {
      system.put(name, properties.getProperty(name));
    }
    Map<String, String> context = new HashMap<>();
    for (String name : Collections.list(servletContext.getInitParameterNames())) {
      context.put(name, servletContext.getInitParameter(name));
    }
    return new SettingSources(system, System.getenv(), context);
  }

  Optional<String> find(String name) {
    String value = system.get(name);
    if (value == null) {
      value = environment.get(variable(name));
    }
    if (value == null) {
      value = context.get(name);
    }
    return Optional.ofNullable(value);
  }

  /** Names that only Postern would read, so that a misspelt one can be told. */
  Set<String> names() {
    Set<String> names = new TreeSet<>(system.keySet());
    names.addAll(context.keySet());
    names.removeIf(name -> !name.startsWith(PREFIX) || name.startsWith(PropertySecrets.PREFIX));
    return names;
  }

  private static String variable(String name) {
    return name.replaceAll("([a-z])([A-Z])", "$1_$2").replace('.', '_').toUpperCase(Locale.ROOT);
  }
}
