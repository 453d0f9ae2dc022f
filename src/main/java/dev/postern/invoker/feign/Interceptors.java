package dev.postern.invoker.feign;

import feign.RequestInterceptor;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Feign's request interceptors that operations put on the class path, by the names of their
 * classes. A row in a database can choose one, but never have a class made that they did not offer.
 */
final class Interceptors {
  private static final Logger LOG = Logger.getLogger(Interceptors.class.getName());

  private Interceptors() {}

  static Map<String, RequestInterceptor> onClassPath() {
    Map<String, RequestInterceptor> byName = new TreeMap<>();
    ClassLoader loader = Interceptors.class.getClassLoader();
    for (var offered = ServiceLoader.load(RequestInterceptor.class, loader).iterator(); ; ) {
      try {
        if (!offered.hasNext()) {
          return byName;
        }
        RequestInterceptor interceptor = offered.next();
        byName.put(interceptor.getClass().getName(), interceptor);
      } catch (ServiceConfigurationError e) {
        LOG.log(Level.WARNING, "A Feign interceptor is left out: it cannot be made", e);
      }
    }
  }
}
