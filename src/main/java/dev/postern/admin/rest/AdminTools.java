package dev.postern.admin.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.catalogue.Problems;
import dev.postern.catalogue.ToolParser;
import dev.postern.invoker.ToolInvoker;
import dev.postern.message.Json;
import dev.postern.security.Principal;
import dev.postern.source.EditConflictException;
import dev.postern.source.StoredTool;
import dev.postern.source.ToolStore;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tools, for the console and for scripts. A name with slashes may stand in the path as it is;
 * names that no path can carry ({@code ..}, {@code ;}, a backslash) go by {@code tool?name=}.
 */
@Path("/admin")
@Produces(MediaType.APPLICATION_JSON)
public final class AdminTools {
  private static final Logger LOG = LoggerFactory.getLogger(AdminTools.class);
  private static final List<String> KEYS = List.of("name", "enabled", "configJson");
  private static final String MALFORMED_NUMBER = "\"offset\" and \"limit\" must be whole numbers";

  private final ToolStore store;
  private final ToolParser parser;
  private final ToolList list;
  private final ToolView view;
  private final ToolTrial trial;
  private final int maxBodyBytes;

  /**
   * @param maxBodyBytes a longer body is refused with 413
   */
  public AdminTools(
      ToolStore store,
      LiveCatalogue catalogue,
      ToolParser parser,
      ToolInvoker invoker,
      int maxBodyBytes) {
    this.store = store;
    this.parser = parser;
    this.maxBodyBytes = maxBodyBytes;
    list = new ToolList(store, catalogue);
    view = new ToolView(catalogue, parser);
    trial = new ToolTrial(store, parser, invoker);
  }

  @GET
  @Path("tools")
  public Response list(
      @QueryParam("q") String sought,
      @QueryParam("offset") String offset,
      @QueryParam("limit") String limit,
      @HeaderParam(HttpHeaders.IF_NONE_MATCH) String known)
      throws Refusal {
    if (sought != null || offset != null || limit != null) {
      String text = sought == null ? "" : sought;
      return Answer.json(200, list.page(text, number(offset, 0), number(limit, 100))).build();
    }
    ToolList.Made made = list.current();
    boolean unchanged = known != null && Conditions.tags(known).contains(made.tag());
    return (unchanged ? Answer.bare(304) : Answer.json(200, made.json()))
        .header(HttpHeaders.ETAG, Answer.entityTag(made.tag()))
        .build();
  }

  @POST
  @Path("tools")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response save(
      @HeaderParam(HttpHeaders.IF_MATCH) String ifMatch,
      @HeaderParam(HttpHeaders.IF_NONE_MATCH) String ifNoneMatch,
      @Context SecurityContext caller,
      InputStream in)
      throws IOException, Refusal {
    Body body = Body.read(in, maxBodyBytes);
    SentTool sent = checked(body);
    boolean enabled = body.json().path("enabled").asBoolean(true) || !SentTool.isWrapped(body);
    ToolStore.Expected expected = expected(new Conditions(ifMatch, ifNoneMatch), sent.name());
    try {
      StoredTool stored = store.save(sent.name(), enabled, sent.text(), expected);
      LOG.info("{} saved the tool {}", who(caller).name(), quoted(sent.name()));
      return written(stored);
    } catch (EditConflictException e) {
      throw Refusal.conflict(sent.name(), e.present().map(view::of).orElse(null));
    } finally {
      list.forget();
    }
  }

  /**
   * Says what {@link #save} would say, and writes nothing. Mistakes are the answer here and not a
   * failure, so the status is 200 for them too.
   */
  @POST
  @Path("check")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response check(InputStream in) throws IOException, Refusal {
    try {
      SentTool sent = checked(Body.read(in, maxBodyBytes));
      return Answer.json(200, Json.object().put("ok", true).put("name", sent.name())).build();
    } catch (Refusal refusal) {
      if (refusal.hasProblems()) {
        return Answer.json(200, refusal.body()).build();
      }
      throw refusal;
    }
  }

  @GET
  @Path("tools/{name: .+}")
  public Response read(@PathParam("name") String name) throws Refusal {
    StoredTool tool = store.find(name).orElseThrow(() -> Refusal.noSuchTool(name));
    return Answer.json(200, view.of(tool))
        .header(HttpHeaders.ETAG, Answer.entityTag(tool.tag()))
        .build();
  }

  @GET
  @Path("tool")
  public Response readByQuery(@QueryParam("name") String name) throws Refusal {
    return read(required(name));
  }

  @DELETE
  @Path("tools/{name: .+}")
  public Response takeOffline(
      @PathParam("name") String name,
      @HeaderParam(HttpHeaders.IF_MATCH) String ifMatch,
      @Context SecurityContext caller)
      throws Refusal {
    try {
      Optional<StoredTool> offline =
          store.takeOffline(name, expected(new Conditions(ifMatch, null), name));
      LOG.info("{} took the tool {} offline", who(caller).name(), quoted(name));
      return written(offline.orElseThrow(() -> Refusal.noSuchTool(name)));
    } catch (EditConflictException e) {
      throw Refusal.conflict(name, e.present().map(view::of).orElse(null));
    } finally {
      list.forget();
    }
  }

  @DELETE
  @Path("tool")
  public Response takeOfflineByQuery(
      @QueryParam("name") String name,
      @HeaderParam(HttpHeaders.IF_MATCH) String ifMatch,
      @Context SecurityContext caller)
      throws Refusal {
    return takeOffline(required(name), ifMatch, caller);
  }

  @POST
  @Path("tools/{name: .+}/try")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response tryNamed(
      @PathParam("name") String name, @Context SecurityContext caller, InputStream in)
      throws IOException, Refusal {
    return Answer.json(200, trial.run(name, Body.read(in, maxBodyBytes), who(caller))).build();
  }

  @POST
  @Path("try")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response tryOut(@Context SecurityContext caller, InputStream in)
      throws IOException, Refusal {
    return Answer.json(200, trial.run(null, Body.read(in, maxBodyBytes), who(caller))).build();
  }

  private SentTool checked(Body body) throws Refusal {
    if (!SentTool.isWrapped(body)) {
      SentTool sent = SentTool.bare(body);
      sent.parse(parser);
      return sent;
    }
    Problems problems = new Problems();
    body.checkKeys(KEYS, problems);
    JsonNode enabled = body.json().get("enabled");
    if (enabled != null && !enabled.isBoolean()) {
      problems.add("/enabled", "must be true or false");
    }
    JsonNode name = body.json().get("name");
    if (name != null && !name.isTextual()) {
      problems.add("/name", "must be a string");
    }
    SentTool sent = SentTool.wrapped(body, problems);
    if (!problems.isEmpty()) {
      throw Refusal.withProblems(
          "invalid_request",
          "The body has mistakes; nothing was written",
          Places.describe(problems.list(), body.text(), ""));
    }
    sent.parse(parser);
    return sent;
  }

  private ToolStore.Expected expected(Conditions conditions, String name) throws Refusal {
    Optional<StoredTool> present = store.find(name);
    return conditions
        .expected(present)
        .orElseThrow(() -> Refusal.conflict(name, present.map(view::of).orElse(null)));
  }

  private static Response written(StoredTool tool) {
    ObjectNode json = Json.object().put("ok", true).put("name", tool.name());
    json.put("enabled", tool.enabled()).put("tag", tool.tag());
    return Answer.json(200, json).header(HttpHeaders.ETAG, Answer.entityTag(tool.tag())).build();
  }

  private static String required(String name) throws Refusal {
    if (name == null || name.isEmpty()) {
      throw Refusal.of(400, "missing_name", "The query parameter \"name\" is missing");
    }
    return name;
  }

  private static int number(String text, int otherwise) throws Refusal {
    if (text == null) {
      return otherwise;
    }
    try {
      return Integer.parseUnsignedInt(text);
    } catch (NumberFormatException e) {
      throw Refusal.of(400, "wrong_type", MALFORMED_NUMBER);
    }
  }

  private static Principal who(SecurityContext caller) {
    return caller.getUserPrincipal() == null
        ? Principal.ANONYMOUS
        : new Principal(caller.getUserPrincipal().getName());
  }

  /** A name typed into the database may hold a line break; the log must not. */
  private static String quoted(String name) {
    return Json.text(Json.NODES.textNode(name));
  }
}
