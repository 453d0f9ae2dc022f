package dev.postern.wiring;

import com.mysql.cj.jdbc.AbandonedConnectionCleanupThread;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The JDBC drivers inside this WAR. A driver registers itself with the JVM when its class is
 * loaded, by whomever, and nobody takes it back when the application ends.
 */
final class OwnDrivers {
  private static final Logger LOG = LoggerFactory.getLogger(OwnDrivers.class);

  /** It sleeps in a queue and ends when interrupted; a busy machine needs a moment for that. */
  private static final Duration THREAD_END = Duration.ofSeconds(5);

  private OwnDrivers() {}

  /** Leaves alone what other applications and the server itself registered. */
  static void deregister() {
    ClassLoader own = OwnDrivers.class.getClassLoader();
    List<Driver> drivers =
        DriverManager.drivers()
            .filter(driver -> driver.getClass().getClassLoader() == own)
            .toList();
    for (Driver driver : drivers) {
      try {
        DriverManager.deregisterDriver(driver);
      } catch (SQLException e) {
        LOG.warn("The JDBC driver {} stays registered", driver, e);
      }
    }
    if (drivers.stream().anyMatch(com.mysql.cj.jdbc.Driver.class::isInstance)) {
      stopMySqlThread();
    }
  }

  /** Connector/J closes forgotten connections on a thread of its own, which holds our classes. */
  private static void stopMySqlThread() {
    List<Thread> threads =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().equals("mysql-cj-abandoned-connection-cleanup"))
            .filter(OwnDrivers::isOurs)
            .toList();
    AbandonedConnectionCleanupThread.checkedShutdown();
    try {
      for (Thread thread : threads) {
        thread.join(THREAD_END.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isOurs(Thread thread) {
    return thread.getContextClassLoader() == OwnDrivers.class.getClassLoader();
  }
}
