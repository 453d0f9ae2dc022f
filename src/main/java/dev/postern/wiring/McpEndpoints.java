package dev.postern.wiring;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Catalogue;
import dev.postern.catalogue.CatalogueDiff;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.catalogue.Prompt;
import dev.postern.catalogue.Resource;
import dev.postern.catalogue.Section;
import dev.postern.catalogue.Tool;
import dev.postern.invoker.ToolInvoker;
import dev.postern.invoker.limit.RestMemory;
import dev.postern.message.Json;
import dev.postern.protocol.Lists;
import dev.postern.protocol.MethodHandler;
import dev.postern.protocol.ToolCalls;
import dev.postern.protocol.method.CompletionComplete;
import dev.postern.protocol.method.ListMethod;
import dev.postern.protocol.method.PromptsGet;
import dev.postern.protocol.method.ResourcesRead;
import dev.postern.protocol.method.ToolsCall;
import dev.postern.protocol.stateful.Handshake;
import dev.postern.protocol.stateful.StatefulEra;
import dev.postern.protocol.stateless.StatelessEra;
import dev.postern.protocol.stateless.StatelessRevision;
import dev.postern.security.inbound.RequestBody;
import dev.postern.session.EndedSessions;
import dev.postern.session.Lookout;
import dev.postern.session.Seal;
import dev.postern.session.SessionIds;
import dev.postern.session.SessionKeys;
import dev.postern.session.SessionMemory;
import dev.postern.session.SessionNotes;
import dev.postern.session.StrayReplies;
import dev.postern.transport.CallThreads;
import dev.postern.transport.Connections;
import dev.postern.transport.Eras;
import dev.postern.transport.Gate;
import dev.postern.transport.Pulse;
import dev.postern.transport.ServletPair;
import dev.postern.transport.sse.SseEndpoint;
import dev.postern.transport.sse.SseResource;
import dev.postern.transport.streamable.ListenStreams;
import dev.postern.transport.streamable.McpResource;
import dev.postern.transport.streamable.RunningAnswers;
import dev.postern.transport.streamable.SessionStreams;
import dev.postern.transport.streamable.StatefulEndpoint;
import dev.postern.transport.streamable.StatelessEndpoint;
import dev.postern.transport.websocket.WebSocketTransport;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The MCP side of the program: both eras, their streams, and what tells those of changes. */
final class McpEndpoints implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(McpEndpoints.class);

  /** How soon a client that is gone is noticed while its request runs. */
  private static final Duration CHECK_RUNNING_EVERY = Duration.ofMillis(500);

  private static final Duration SWEEP_EVERY = Duration.ofMinutes(1);

  /** Cursors hold a name, states what a service wants to remember. */
  private static final int LONGEST_CURSOR = 2_000;

  private static final int LONGEST_STATE = 100_000;

  private final Settings settings;
  private final LiveCatalogue catalogue;
  private final SessionKeys keys;
  private final Shared shared;
  private final RestMemory rest;
  private final ObjectNode serverInfo;
  private final Clock clock = Clock.systemUTC();
  private final Closing closing = new Closing();
  private final Gate gate = new Gate();

  McpEndpoints(
      Settings settings,
      LiveCatalogue catalogue,
      SessionKeys keys,
      Shared shared,
      RestMemory rest,
      String version) {
    this.rest = rest;
    this.settings = settings;
    this.shared = shared;
    this.catalogue = catalogue;
    this.keys = keys;
    serverInfo =
        Json.object().put("name", "postern").put("title", "Postern").put("version", version);
  }

  /** What all nodes of an installation have in common beside the catalogue. */
  record Shared(
      EndedSessions.Shared ended, StrayReplies.Shared replies, SessionNotes.Shared notes) {}

  /** Where all requests enter. */
  Gate gate() {
    return gate;
  }

  /**
   * Lets nobody in any more, ends streams that only listen, gives requests their time, and ends
   * what remains. Servers destroy servlets before they tell anybody that the program ends; so this
   * is called twice.
   */
  @Override
  public void close() {
    closing.close();
  }

  private void awaitRequests() {
    int left = gate.awaitEmpty(settings.shutdownGrace());
    if (left > 0) {
      LOG.warn(
          "{} requests still ran after {} s (setting postern.shutdown.grace) and were ended",
          left,
          settings.shutdownGrace().toSeconds());
    }
  }

  /**
   * What clients can reach.
   *
   * @param resources for Jersey
   * @param webSockets to be registered behind the guard, where the server has any
   */
  record Opened(List<Object> resources, WebSocketTransport webSockets) {}

  /** Opens all endpoints. */
  Opened open(ToolInvoker invoker, ThreadLocal<ServletPair> current) {
    CallThreads threads = closing.add(new CallThreads(gate));
    Pulse pulse = closing.add(new Pulse());
    SessionMemory memory = new SessionMemory();
    SessionStreams sessions = closing.add(new SessionStreams(memory, settings.streamsKept()));
    StatelessRevision revision = new StatelessRevision(serverInfo);
    ListenStreams listens = new ListenStreams(revision);
    RunningAnswers running = new RunningAnswers();
    pulse.beatTwice(sessions, settings.keepAlive());
    pulse.beatTwice(listens, settings.keepAlive());
    pulse.beat(running, CHECK_RUNNING_EVERY);
    pulse.beat(rest::sweep, SWEEP_EVERY);

    Map<String, MethodHandler> methods = methods(new ToolCalls(catalogue, invoker));
    EndedSessions ended = new EndedSessions(shared.ended(), clock);
    Handshake handshake =
        new Handshake(new SessionIds(keys, ended, settings.sessionLifetime(), clock), serverInfo);
    StatefulEra stateful =
        new StatefulEra(
            StatefulEra.withPing(methods),
            memory,
            new SessionNotes(keys, shared.notes(), settings.sessionLifetime(), clock),
            settings.questionLimit(),
            new StrayReplies(keys, shared.replies(), settings.questionLimit(), clock));
    closing.add(
        new Lookout()
            .look(
                "Sessions that end on other nodes",
                () -> {
                  Set<String> marks = ended.look();
                  sessions.endAll(marks);
                  marks.forEach(memory::forget);
                },
                settings.refreshPeriod())
            .look(
                "What sessions set on other nodes",
                stateful::lookForNotes,
                settings.refreshPeriod())
            .look(
                "Answers that reach other nodes",
                stateful::lookForAnswers,
                settings.refreshPeriod()));
    StatelessEra stateless =
        new StatelessEra(
            methods, revision, catalogue, new Seal(keys, "postern state 1", LONGEST_STATE), clock);
    Connections connections =
        closing.add(
            new Connections(
                new Eras(handshake, stateful, stateless, revision),
                threads,
                memory,
                settings.connections()));
    closing.add(
        () -> {
          stateful.cancelAll();
          running.cancelAll();
        });
    closing.add(this::awaitRequests);
    closing.add(sessions::endListening);
    closing.add(listens);
    closing.add(gate::shut);
    pulse.beatTwice(connections, settings.keepAlive());
    catalogue.onChange(
        diff ->
            pulse.soon(
                () -> {
                  tell(diff, sessions, listens);
                  connections.changed(diff);
                }));
    RequestBody body = new RequestBody(settings.mcpMaxBody());
    SseEndpoint sse = new SseEndpoint(connections, body);
    McpResource streamable =
        new McpResource(
            current,
            new StatefulEndpoint(
                handshake, stateful, sessions, threads, pulse, settings.clientsMayEnd()),
            new StatelessEndpoint(stateless, listens, running, threads),
            body,
            sse);
    return new Opened(
        List.of(streamable, new SseResource(current, sse)),
        new WebSocketTransport(connections, threads, settings.mcpMaxBody()));
  }

  private Map<String, MethodHandler> methods(ToolCalls calls) {
    return Map.of(
        "tools/list",
        list("tools/list", "tools", "name", McpEndpoints::tools),
        ToolsCall.NAME,
        new ToolsCall(calls),
        "prompts/list",
        list("prompts/list", "prompts", "name", McpEndpoints::prompts),
        PromptsGet.NAME,
        new PromptsGet(catalogue),
        "resources/list",
        list("resources/list", "resources", "uri", current -> resources(current, false)),
        "resources/templates/list",
        list(
            "resources/templates/list",
            "resourceTemplates",
            "uriTemplate",
            current -> resources(current, true)),
        ResourcesRead.NAME,
        new ResourcesRead(catalogue),
        CompletionComplete.NAME,
        new CompletionComplete(catalogue));
  }

  private ListMethod list(
      String method,
      String key,
      String nameKey,
      Function<Catalogue, Collection<ObjectNode>> definitions) {
    Seal cursors = new Seal(keys, "postern cursor 1", LONGEST_CURSOR);
    return new ListMethod(
        catalogue, new Lists(method, key, definitions, nameKey, cursors, settings.pageSize()));
  }

  private static Collection<ObjectNode> tools(Catalogue current) {
    return definitions(current.tools(), Tool::definition);
  }

  private static Collection<ObjectNode> prompts(Catalogue current) {
    return definitions(current.prompts(), Prompt::definition);
  }

  private static Collection<ObjectNode> resources(Catalogue current, boolean templates) {
    return current.resources().live().stream()
        .filter(resource -> resource.isTemplate() == templates)
        .map(Resource::definition)
        .sorted(
            (a, b) ->
                a.path(templates ? "uriTemplate" : "uri")
                    .asText()
                    .compareTo(b.path(templates ? "uriTemplate" : "uri").asText()))
        .toList();
  }

  private static <T> List<ObjectNode> definitions(
      Section<T> section, Function<T, ObjectNode> definition) {
    return section.live().stream().map(definition).toList();
  }

  private static void tell(CatalogueDiff diff, SessionStreams sessions, ListenStreams listens) {
    listens.changed(diff);
    if (diff.toolsChanged()) {
      sessions.tellAll("notifications/tools/list_changed");
    }
    if (diff.promptsChanged()) {
      sessions.tellAll("notifications/prompts/list_changed");
    }
    if (diff.resourcesChanged()) {
      sessions.tellAll("notifications/resources/list_changed");
    }
    sessions.tellUpdated(diff);
  }
}
