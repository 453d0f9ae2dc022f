package dev.postern.wiring;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.jakarta.rs.json.JacksonJsonProvider;
import dev.postern.admin.AdminGuard;
import dev.postern.admin.page.ConsoleFacts;
import dev.postern.admin.page.ConsoleFiles;
import dev.postern.admin.page.ConsolePage;
import dev.postern.admin.rest.AdminTools;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.catalogue.ToolParser;
import dev.postern.invoker.ToolInvoker;
import dev.postern.invoker.feign.FeignToolType;
import dev.postern.invoker.fixed.StaticToolType;
import dev.postern.invoker.http.HttpToolType;
import dev.postern.message.Json;
import dev.postern.protocol.Dispatcher;
import dev.postern.protocol.ToolCalls;
import dev.postern.protocol.method.Ping;
import dev.postern.protocol.method.ToolsCall;
import dev.postern.protocol.method.ToolsList;
import dev.postern.protocol.stateful.Handshake;
import dev.postern.security.Secrets;
import dev.postern.security.inbound.ClientAccess;
import dev.postern.security.inbound.McpGuard;
import dev.postern.session.EndedSessions;
import dev.postern.session.ReloadingKeys;
import dev.postern.session.SessionIds;
import dev.postern.source.Refresher;
import dev.postern.source.db.Database;
import dev.postern.source.db.DbToolStore;
import dev.postern.source.db.SharedKeys;
import dev.postern.source.db.ToolTable;
import dev.postern.transport.JerseyServlet;
import dev.postern.transport.RequestBody;
import dev.postern.transport.ServletPair;
import dev.postern.transport.rest.ToolsResource;
import dev.postern.transport.streamable.McpResource;
import dev.postern.transport.streamable.OpenStreams;
import dev.postern.transport.streamable.RpcJson;
import dev.postern.upstream.Upstream;
import dev.postern.upstream.UpstreamSettings;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
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
  private final ToolParser parser;
  private final Database database;
  private final ToolTable table;
  private final Refresher refresher;

  private Gateway(ServletContext context, Settings settings) throws IOException {
    this.settings = settings;
    version = Version.of(context);
    dataSources = closing.add(DataSources.open(settings.data(), folderName(context)));
    Upstream upstream =
        closing.add(
            new Upstream(
                new UpstreamSettings(
                    "Postern/" + version, settings.upstreamMaxAnswer(), CONNECTIONS_PER_SERVICE)));
    parser = parser(upstream, SecretSources.open(settings.secretVariables()));
    database = new Database(dataSources.dataSource());
    table = new ToolTable(database);
    refresher = closing.add(new Refresher(table, parser, catalogue, settings.refreshPeriod()));
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

  private static ToolParser parser(Upstream upstream, Secrets secrets) {
    return new ToolParser(
        List.of(
            new HttpToolType(upstream, secrets),
            new FeignToolType(upstream, secrets),
            new StaticToolType()));
  }

  private void serve(ServletContext context) {
    ToolInvoker invoker = call -> call.tool().binding().call(call);
    OpenStreams streams = closing.add(new OpenStreams(settings.keepAlive()));
    catalogue.onChange(
        diff -> {
          if (diff.toolsListChanged()) {
            streams.tellAll("notifications/tools/list_changed");
          }
        });
    DbToolStore store = new DbToolStore(database, table, refresher);
    refresher.start();
    refresher.refreshNow(); // so that the first request finds the tools
    Samples.plant(settings, dataSources, store);

    ResourceConfig application =
        new ResourceConfig()
            .register(mcp(invoker, streams))
            .register(rest(invoker))
            .register(new AdminTools(store, catalogue, parser, invoker, settings.adminMaxBody()))
            .register(new Failures(current))
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
    servlet(context, "console-files", new ConsoleFiles()).addMapping("/admin/*");
    filter(context, "mcp-guard", new McpGuard(access(), RpcJson::refusal), "/mcp/*");
    filter(context, "admin-guard", new AdminGuard(settings.publicOrigins()), "/admin/*");
  }

  private McpResource mcp(ToolInvoker invoker, OpenStreams streams) {
    Clock clock = Clock.systemUTC();
    SessionIds ids =
        new SessionIds(
            new ReloadingKeys(new SharedKeys(database)::loadOrCreate),
            new EndedSessions(clock),
            settings.sessionLifetime(),
            clock);
    ObjectNode serverInfo =
        Json.object().put("name", "postern").put("title", "Postern").put("version", version);
    Dispatcher dispatcher =
        new Dispatcher(
            Map.of(
                "ping", new Ping(),
                "tools/list", new ToolsList(catalogue),
                "tools/call", new ToolsCall(new ToolCalls(catalogue, invoker))));
    return new McpResource(
        current,
        dispatcher,
        new Handshake(ids, serverInfo),
        streams,
        new RequestBody(settings.mcpMaxBody()));
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
    return catalogue.current().tools().size();
  }

  String databaseInWords() {
    return dataSources.words();
  }

  @Override
  public void close() {
    closing.close();
  }
}
