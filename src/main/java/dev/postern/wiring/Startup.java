package dev.postern.wiring;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the gateway with its application, tells where it is to be found, and ends it. */
public final class Startup implements ServletContextListener {
  private static final Logger LOG = LoggerFactory.getLogger(Startup.class);

  private Gateway gateway;

  @Override
  public void contextInitialized(ServletContextEvent event) {
    ServletContext context = event.getServletContext();
    Settings settings;
    try {
      settings = Settings.of(SettingSources.of(context));
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException("Postern does not start: " + e.getMessage(), e);
    }
    gateway = Gateway.start(context, settings);
    announce(context.getContextPath(), settings);
  }

  private void announce(String contextPath, Settings settings) {
    List<String> servers = ServerAddress.all();
    String base = (servers.isEmpty() ? "" : servers.get(0)) + contextPath;
    LOG.info(
        "Postern {} is ready with {} tools from {}",
        gateway.version(),
        gateway.toolCount(),
        gateway.databaseInWords());
    LOG.info(
        "MCP clients connect to {}/mcp; {}",
        base,
        settings.open()
            ? "callers from everywhere are let in (postern.access=open)"
            : "only callers on this machine are let in until postern.access=open is set");
    LOG.info(
        "The console is at {}/admin/ for users of this server with the role postern-admin", base);
  }

  @Override
  public void contextDestroyed(ServletContextEvent event) {
    if (gateway != null) {
      gateway.close();
    }
    OwnDrivers.deregister();
    RecordMethods.forget();
  }
}
