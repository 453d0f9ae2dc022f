package dev.postern.wiring;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/** Where this server listens, as far as it tells an application; only Tomcat does, over JMX. */
final class ServerAddress {
  private ServerAddress() {}

  /** For instance {@code http://127.0.0.1:8080}; empty where the server does not tell. */
  static List<String> all() {
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    List<String> addresses = new ArrayList<>();
    try {
      for (ObjectName connector : beans.queryNames(new ObjectName("*:type=Connector,*"), null)) {
        Object protocol = beans.getAttribute(connector, "protocol");
        if (String.valueOf(protocol).contains("AJP")) {
          continue;
        }
        String host = connector.getKeyProperty("address");
        addresses.add(
            beans.getAttribute(connector, "scheme")
                + "://"
                + (host == null ? "localhost" : ObjectName.unquote(host))
                + ":"
                + beans.getAttribute(connector, "port"));
      }
    } catch (MalformedObjectNameException e) {
      throw new IllegalStateException(e);
    } catch (JMException | RuntimeException e) { // another server's beans of the same name
      return List.of();
    }
    return List.copyOf(addresses);
  }
}
