package dev.postern.wiring;

import com.fasterxml.jackson.jakarta.rs.json.JacksonJsonProvider;
import dev.postern.admin.AdminGuard;
import dev.postern.admin.page.ConsoleFacts;
import dev.postern.admin.page.ConsoleFiles;
import dev.postern.admin.page.ConsolePage;
import dev.postern.admin.page.LanguageFiles;
import dev.postern.admin.rest.AdminRows;
import dev.postern.admin.rest.Rows;
import dev.postern.admin.rest.Trials;
import dev.postern.catalogue.Catalogue;
import dev.postern.catalogue.Language;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.invoker.ToolInvoker;
import dev.postern.message.Json;
import dev.postern.protocol.RpcJson;
import dev.postern.protocol.ToolCalls;
import dev.postern.security.WantedHeaders;
import dev.postern.security.inbound.ClientAccess;
import dev.postern.security.inbound.McpGuard;
import dev.postern.security.inbound.RequestBody;
import dev.postern.session.ReloadingKeys;
import dev.postern.source.Kind;
import dev.postern.source.db.Database;
import dev.postern.source.db.EndedTable;
import dev.postern.source.db.NoteTable;
import dev.postern.source.db.ReplyTable;
import dev.postern.source.db.SharedKeys;
import dev.postern.transport.ServletPair;
import dev.postern.transport.jersey.JerseyServlet;
import dev.postern.transport.rest.ToolsResource;
import dev.postern.transport.websocket.WebSocketTransport;
import dev.postern.upstream.Upstream;
import dev.postern.upstream.UpstreamSettings;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.glassfish.jersey.server.ResourceConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The whole program: every object, who gets which, and what is bound to which path. */
final class Gateway implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);

  /** A database that hangs ends its connections by its own time-outs, which are shorter. */
  private static final Duration LONGEST_OPENING = Duration.ofSeconds(15);

  private final Closing closing;
  private final Settings settings;
  private final String version;
  private final DataSources dataSources;
  private final LiveCatalogue catalogue = new LiveCatalogue();
  private final ThreadLocal<ServletPair> current = new ThreadLocal<>();
  private final WantedHeaders wanted = new WantedHeaders();
  private final Parsers parsers;
  private final Database database;
  private final Tables tables;

  private Gateway(ServletContext context, Settings settings, Closing closing) throws IOException {
    this.settings = settings;
    this.closing = closing;
    version = Version.of(context);
    dataSources = closing.add(DataSources.open(settings.data(), folderName(context)));
    database = new Database(dataSources.dataSource());
    openEarly();
    Upstream upstream =
        closing.add(
            new Upstream(
                new UpstreamSettings(
                    "Postern/" + version,
                    settings.upstreamMaxAnswer(),
                    settings.upstreamMaxCalls(),
                    settings.upstreamMaxCalls(),
                    settings.addresses(),
                    settings.trust())));
    parsers =
        Parsers.of(upstream, SecretSources.open(settings), catalogue, wanted, settings.policies());
    tables = closing.add(new Tables(database, parsers, catalogue, settings.refreshPeriod()));
    tables.start();
  }

  static Gateway start(ServletContext context, Settings settings) {
    Closing closing = new Closing();
    try {
      Gateway gateway = new Gateway(context, settings, closing);
      gateway.serve(context);
      return gateway;
    } catch (IOException e) {
      closing.close();
      throw new UncheckedIOException("Postern does not start: " + e.getMessage(), e);
    } catch (RuntimeException | Error e) {
      closing.close();
      throw e;
    }
  }

  /** The parsers are made meanwhile, which takes as long. */
  private void openEarly() {
    Thread opening = new Thread(database::openEarly, "postern-opening");
    opening.setDaemon(true);
    opening.start();
    closing.add(() -> opening.join(LONGEST_OPENING.toMillis()));
  }

  private void serve(ServletContext context) {
    ToolInvoker invoker = (tool, call) -> tool.binding().call(call);
    McpEndpoints mcp =
        closing.add(
            new McpEndpoints(
                settings,
                catalogue,
                new ReloadingKeys(new SharedKeys(database)::loadOrCreate),
                new McpEndpoints.Shared(
                    new EndedTable(database), new ReplyTable(database), new NoteTable(database)),
                parsers.builtIns().rest(),
                version));
    McpEndpoints.Opened opened = mcp.open(invoker, current);
    ResourceConfig application =
        new ResourceConfig()
            .registerInstances(opened.resources().toArray())
            .register(rest(invoker))
            .register(admin(invoker))
            .register(new Failures(current))
            .register(new JacksonJsonProvider(Json.MAPPER));
    JerseySettings.apply(application);
    servlet(context, "resources", new JerseyServlet(application, current, mcp.gate(), mcp::close))
        .addMapping(
            "/mcp/*",
            "/sse/*",
            "/admin/tools",
            "/admin/tools/*",
            "/admin/tool",
            "/admin/prompts",
            "/admin/prompts/*",
            "/admin/prompt",
            "/admin/resources",
            "/admin/resources/*",
            "/admin/resource",
            "/admin/try",
            "/admin/tests",
            "/admin/check");
    servlet(context, "console", new ConsolePage(facts())).addMapping("/admin", "/admin/");
    servlet(context, "console-files", new ConsoleFiles()).addMapping("/admin/*");
    servlet(context, "language", new LanguageFiles(Language.files())).addMapping("/schema/*");
    filter(
        context, "mcp-guard", new McpGuard(access(), RpcJson::refusal, wanted), "/mcp/*", "/sse/*");
    filter(context, "admin-guard", new AdminGuard(settings.publicOrigins()), "/admin/*");
    if (context.getAttribute(WebSocketTransport.SERVER_CONTAINER) == null) {
      LOG.warn("This server has no WebSockets switched on, so /mcp/ws is not served");
    } else {
      opened.webSockets().register(context);
    }
    tables.awaitFirst();
    Samples.plant(settings, dataSources, tables.store(Kind.TOOL));
  }

  private ToolsResource rest(ToolInvoker invoker) {
    return new ToolsResource(
        current,
        catalogue,
        new ToolCalls(catalogue, invoker),
        new RequestBody(settings.mcpMaxBody()));
  }

  private AdminRows admin(ToolInvoker invoker) {
    return AdminRows.of(
        List.of(
            new Rows<>(
                Kind.TOOL,
                tables.store(Kind.TOOL),
                parsers.tools(),
                catalogue,
                Catalogue::tools,
                Trials.ofTools(invoker, settings.testsMustPass())),
            new Rows<>(
                Kind.PROMPT,
                tables.store(Kind.PROMPT),
                parsers.prompts(),
                catalogue,
                Catalogue::prompts,
                Trials.ofPrompts()),
            new Rows<>(
                Kind.RESOURCE,
                tables.store(Kind.RESOURCE),
                parsers.resources(),
                catalogue,
                Catalogue::resources,
                Trials.ofResources())),
        new RequestBody(settings.adminMaxBody()));
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
      ServletContext context, String name, Filter filter, String... urlPatterns) {
    var registration = context.addFilter("postern-" + name, filter);
    registration.setAsyncSupported(true);
    registration.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), false, urlPatterns);
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
