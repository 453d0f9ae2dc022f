package dev.postern.wiring;

import com.fasterxml.jackson.jakarta.rs.json.JacksonJsonProvider;
import dev.postern.admin.AdminGuard;
import dev.postern.admin.page.ConsoleFacts;
import dev.postern.admin.page.ConsolePage;
import dev.postern.admin.rest.AdminErrors;
import dev.postern.admin.rest.AdminTools;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.invoker.ToolInvoker;
import dev.postern.message.Json;
import dev.postern.protocol.RpcJson;
import dev.postern.protocol.ToolCalls;
import dev.postern.security.inbound.ClientAccess;
import dev.postern.security.inbound.McpGuard;
import dev.postern.session.ReloadingKeys;
import dev.postern.source.Kind;
import dev.postern.source.db.Database;
import dev.postern.source.db.SharedKeys;
import dev.postern.transport.JerseyServlet;
import dev.postern.transport.RequestBody;
import dev.postern.transport.ServletPair;
import dev.postern.transport.rest.ToolsResource;
import dev.postern.upstream.Upstream;
import dev.postern.upstream.UpstreamSettings;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import org.glassfish.jersey.server.ResourceConfig;

/** The whole program: every object, who gets which, and what is bound to which path. */
final class Gateway implements AutoCloseable {

  /** As many calls at once as a server has threads by default may go to one service. */
  private static final int CONNECTIONS_PER_SERVICE = 200;

  private final Closing closing = new Closing();
  private final Settings settings;
  private final String version;
  private final DataSources dataSources;
  private final LiveCatalogue catalogue = new LiveCatalogue();
  private final ThreadLocal<ServletPair> current = new ThreadLocal<>();
  private final Parsers parsers;
  private final Database database;
  private final Tables tables;

  private Gateway(ServletContext context, Settings settings) throws IOException {
    this.settings = settings;
    version = Version.of(context);
    dataSources = closing.add(DataSources.open(settings.data(), folderName(context)));
    Upstream upstream =
        closing.add(
            new Upstream(
                new UpstreamSettings(
                    "Postern/" + version, settings.upstreamMaxAnswer(), CONNECTIONS_PER_SERVICE)));
    parsers = Parsers.of(upstream, SecretSources.open(settings.secretVariables()));
    database = new Database(dataSources.dataSource());
    tables = closing.add(new Tables(database, parsers, catalogue, settings.refreshPeriod()));
  }

  static Gateway start(ServletContext context, Settings settings) {
    try {
      Gateway gateway = new Gateway(context, settings);
      gateway.serve(context);
      return gateway;
    } catch (IOException e) {
      throw new UncheckedIOException("Postern does not start: " + e.getMessage(), e);
    }
  }

  private void serve(ServletContext context) {
    ToolInvoker invoker = (tool, call) -> tool.binding().call(call);
    McpEndpoints mcp =
        new McpEndpoints(
            settings,
            catalogue,
            new ReloadingKeys(new SharedKeys(database)::loadOrCreate),
            version);
    tables.start();
    Samples.plant(settings, dataSources, tables.store(Kind.TOOL));

    ResourceConfig application =
        new ResourceConfig()
            .register(mcp.open(invoker, current, closing))
            .register(rest(invoker))
            .register(
                new AdminTools(
                    tables.store(Kind.TOOL),
                    catalogue,
                    parsers.tools(),
                    invoker,
                    settings.adminMaxBody()))
            .register(new AdminErrors())
            .register(new JacksonJsonProvider(Json.MAPPER));
    JerseySettings.apply(application);
    servlet(context, "resources", new JerseyServlet(application, current))
        .addMapping(
            "/mcp/*",
            "/admin/tools",
            "/admin/tools/*",
            "/admin/tool",
            "/admin/try",
            "/admin/check");
    servlet(context, "console", new ConsolePage(facts())).addMapping("/admin", "/admin/");
    filter(context, "mcp-guard", new McpGuard(access(), RpcJson::refusal), "/mcp/*");
    filter(context, "admin-guard", new AdminGuard(settings.publicOrigins()), "/admin/*");
  }

  private ToolsResource rest(ToolInvoker invoker) {
    return new ToolsResource(
        current,
        catalogue,
        new ToolCalls(catalogue, invoker),
        new RequestBody(settings.mcpMaxBody()));
  }

  private ConsoleFacts facts() {
    return new ConsoleFacts(
        version,
        dataSources.words(),
        "",
        settings.open() ? "callers from everywhere" : "callers on this machine only");
  }

  private ClientAccess access() {
    return new ClientAccess(settings.open(), settings.hosts(), settings.origins());
  }

  private static ServletRegistration.Dynamic servlet(
      ServletContext context, String name, Servlet servlet) {
    ServletRegistration.Dynamic registration = context.addServlet("postern-" + name, servlet);
    registration.setAsyncSupported(true);
    registration.setLoadOnStartup(1);
    return registration;
  }

  private static void filter(
      ServletContext context, String name, Filter filter, String urlPattern) {
    var registration = context.addFilter("postern-" + name, filter);
    registration.setAsyncSupported(true);
    registration.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, urlPattern);
  }

  /** Two deployments in one server must not share the embedded database's files. */
  private static String folderName(ServletContext context) {
    String path = context.getContextPath();
    return path.isEmpty() ? "ROOT" : path.substring(1).replace('/', '#');
  }

  String version() {
    return version;
  }

  int toolCount() {
    return catalogue.current().tools().live().size();
  }

  String databaseInWords() {
    return dataSources.words();
  }

  @Override
  public void close() {
    closing.close();
  }
}
