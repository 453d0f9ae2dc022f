package dev.postern.admin.rest;

import dev.postern.message.Json;
import dev.postern.security.Principal;
import dev.postern.security.inbound.RequestBody;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
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
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Tools, prompts and resources, for the console and for scripts. A name with slashes may stand in
 * the path as it is; names that no path can carry ({@code ..}, {@code ;}, a backslash) go by {@code
 * tool?name=}, {@code prompt?name=} or {@code resource?name=}.
 */
@Path("/admin")
@Produces(MediaType.APPLICATION_JSON)
public final class AdminRows {
  private static final String MALFORMED_NUMBER = "\"offset\" and \"limit\" must be whole numbers";

  /** By their nouns and by their plurals. */
  private final Map<String, Rows<?>> kinds = new HashMap<>();

  private final RequestBody body;

  private AdminRows(Collection<Rows<?>> kinds, RequestBody body) {
    for (Rows<?> rows : kinds) {
      this.kinds.put(rows.kind().noun(), rows);
      this.kinds.put(rows.kind().plural(), rows);
    }
    this.body = body;
  }

  /**
   * No public constructor: Jersey would warn that it cannot call it, which nobody wants it to.
   *
   * @param body a longer one than it allows is refused with 413
   */
  public static AdminRows of(Collection<Rows<?>> kinds, RequestBody body) {
    return new AdminRows(kinds, body);
  }

  @GET
  @Path("{kind: tools|prompts|resources}")
  public Response list(
      @PathParam("kind") String kind,
      @QueryParam("q") String sought,
      @QueryParam("offset") String offset,
      @QueryParam("limit") String limit,
      @HeaderParam(HttpHeaders.IF_NONE_MATCH) String known)
      throws Refusal {
    RowList list = rows(kind).list();
    if (sought != null || offset != null || limit != null) {
      String text = sought == null ? "" : sought;
      return Answer.json(200, list.page(text, number(offset, 0), number(limit, 100))).build();
    }
    RowList.Made made = list.current();
    boolean unchanged = known != null && Conditions.tags(known).contains(made.tag());
    return (unchanged ? Answer.bare(304) : Answer.json(200, made.json()))
        .header(HttpHeaders.ETAG, Answer.entityTag(made.tag()))
        .build();
  }

  @POST
  @Path("{kind: tools|prompts|resources}")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response save(
      @PathParam("kind") String kind,
      @HeaderParam(HttpHeaders.IF_MATCH) String ifMatch,
      @HeaderParam(HttpHeaders.IF_NONE_MATCH) String ifNoneMatch,
      @QueryParam("dryRun") String dryRun,
      @Context SecurityContext caller,
      InputStream in)
      throws IOException, Refusal {
    Conditions conditions = new Conditions(ifMatch, ifNoneMatch);
    return isDry(dryRun)
        ? rows(kind).dryRun(body(in), conditions, who(caller))
        : rows(kind).save(body(in), conditions, who(caller));
  }

  /** A word that is misspelt must not become a save. */
  private static boolean isDry(String dryRun) throws Refusal {
    if (dryRun != null && !dryRun.equals("true") && !dryRun.equals("false")) {
      throw Refusal.of(400, "wrong_type", "\"dryRun\" must be true or false");
    }
    return "true".equals(dryRun);
  }

  /**
   * Says what {@link #save} would say, and writes nothing. Mistakes are the answer here and not a
   * failure, so the status is 200 for them too.
   */
  @POST
  @Path("check")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response check(@QueryParam("kind") @DefaultValue("tools") String kind, InputStream in)
      throws IOException, Refusal {
    try {
      SentRow sent = rows(kind).checked(body(in));
      return Answer.json(200, Json.object().put("ok", true).put("name", sent.name())).build();
    } catch (Refusal refusal) {
      if (refusal.hasProblems()) {
        return Answer.json(200, refusal.body()).build();
      }
      throw refusal;
    }
  }

  @GET
  @Path("{kind: tools|prompts|resources}/{name: .+}")
  public Response read(@PathParam("kind") String kind, @PathParam("name") String name)
      throws Refusal {
    return rows(kind).read(name);
  }

  @GET
  @Path("{kind: tool|prompt|resource}")
  public Response readByQuery(@PathParam("kind") String kind, @QueryParam("name") String name)
      throws Refusal {
    return rows(kind).read(required(name));
  }

  @DELETE
  @Path("{kind: tools|prompts|resources}/{name: .+}")
  public Response takeOffline(
      @PathParam("kind") String kind,
      @PathParam("name") String name,
      @HeaderParam(HttpHeaders.IF_MATCH) String ifMatch,
      @Context SecurityContext caller)
      throws Refusal {
    return rows(kind).takeOffline(name, new Conditions(ifMatch, null), who(caller));
  }

  @DELETE
  @Path("{kind: tool|prompt|resource}")
  public Response takeOfflineByQuery(
      @PathParam("kind") String kind,
      @QueryParam("name") String name,
      @HeaderParam(HttpHeaders.IF_MATCH) String ifMatch,
      @Context SecurityContext caller)
      throws Refusal {
    return takeOffline(kind, required(name), ifMatch, caller);
  }

  @POST
  @Path("{kind: tools|prompts|resources}/{name: .+}/try")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response tryNamed(
      @PathParam("kind") String kind,
      @PathParam("name") String name,
      @Context SecurityContext caller,
      InputStream in)
      throws IOException, Refusal {
    return Answer.json(200, rows(kind).tryOut(name, body(in), who(caller))).build();
  }

  @POST
  @Path("try")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response tryOut(
      @QueryParam("kind") @DefaultValue("tools") String kind,
      @Context SecurityContext caller,
      InputStream in)
      throws IOException, Refusal {
    return Answer.json(200, rows(kind).tryOut(null, body(in), who(caller))).build();
  }

  /** What is about tools alone; prompts and resources have no tests. */
  @POST
  @Path("{kind: tools}/{name: .+}/tests")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response testNamed(
      @PathParam("kind") String kind, @PathParam("name") String name, InputStream in)
      throws IOException, Refusal {
    return Answer.json(200, rows(kind).test(name, body(in))).build();
  }

  @POST
  @Path("tests")
  @Consumes(MediaType.APPLICATION_JSON)
  public Response test(InputStream in) throws IOException, Refusal {
    return Answer.json(200, rows("tools").test(null, body(in))).build();
  }

  private Rows<?> rows(String kind) throws Refusal {
    Rows<?> rows = kinds.get(kind);
    if (rows == null) {
      throw Refusal.of(400, "unknown_kind", "\"kind\" must be tools, prompts or resources");
    }
    return rows;
  }

  private Body body(InputStream in) throws IOException, Refusal {
    return Body.read(in, body);
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
}
