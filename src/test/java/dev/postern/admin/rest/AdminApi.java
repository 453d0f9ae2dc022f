package dev.postern.admin.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Catalogue;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.catalogue.ToolParser;
import dev.postern.invoker.fixed.StaticToolType;
import dev.postern.message.Json;
import dev.postern.security.inbound.RequestBody;
import dev.postern.source.Kind;
import jakarta.ws.rs.core.SecurityContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import org.glassfish.jersey.internal.MapPropertiesDelegate;
import org.glassfish.jersey.server.ApplicationHandler;
import org.glassfish.jersey.server.ContainerRequest;
import org.glassfish.jersey.server.ContainerResponse;
import org.glassfish.jersey.server.ResourceConfig;

/** The admin resources in a real Jersey without a server around it. */
final class AdminApi {
  static final int MAX_BODY = 20_000;
  private static final URI BASE = URI.create("http://postern/");

  final LiveCatalogue catalogue = new LiveCatalogue();
  final ToolParser parser;
  final MapRowStore store;
  private final ApplicationHandler jersey;

  /** With static tools only. */
  AdminApi() {
    this(new ToolParser(List.of(new StaticToolType()), List.of()), false);
  }

  AdminApi(ToolParser parser, boolean testsMustPass) {
    this.parser = parser;
    store = new MapRowStore(catalogue, parser);
    jersey =
        new ApplicationHandler(
            new ResourceConfig()
                .register(
                    AdminRows.of(
                        List.of(
                            new Rows<>(
                                Kind.TOOL,
                                store,
                                parser,
                                catalogue,
                                Catalogue::tools,
                                Trials.ofTools(
                                    (tool, call) -> tool.binding().call(call), testsMustPass))),
                        new RequestBody(MAX_BODY)))
                .register(new AdminErrors())
                .property("jersey.config.server.wadl.disableWadl", true));
  }

  record Answer(int status, String text, Map<String, List<Object>> headers) {
    JsonNode json() throws IOException {
      return Json.parse(text);
    }

    String tag() {
      return header("ETag");
    }

    String header(String name) {
      return headers.containsKey(name) ? headers.get(name).get(0).toString() : null;
    }

    /** For instance {@code "/static/txt 5:4"} for each problem. */
    List<String> places() throws IOException {
      return json().path("problems").findValues("pointer").isEmpty()
          ? List.of()
          : java.util.stream.StreamSupport.stream(json().get("problems").spliterator(), false)
              .map(
                  p ->
                      p.get("pointer").textValue()
                          + " "
                          + p.get("line").intValue()
                          + ":"
                          + p.get("column").intValue())
              .toList();
    }
  }

  Answer get(String path, String... headers) throws Exception {
    return send("GET", path, null, headers);
  }

  Answer delete(String path, String... headers) throws Exception {
    return send("DELETE", path, null, headers);
  }

  Answer post(String path, String body, String... headers) throws Exception {
    return send("POST", path, body.getBytes(UTF_8), headers);
  }

  Answer send(String method, String path, byte[] body, String... headers) throws Exception {
    ContainerRequest request =
        new ContainerRequest(
            BASE,
            BASE.resolve(path.substring(1)),
            method,
            new Ops(),
            new MapPropertiesDelegate(),
            jersey.getConfiguration());
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    if (body != null) {
      if (request.getHeaderString("Content-Type") == null) {
        request.header("Content-Type", "application/json");
      }
      request.setEntityStream(new ByteArrayInputStream(body));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ContainerResponse response = jersey.apply(request, out).get();
    return new Answer(response.getStatus(), out.toString(UTF_8), Map.copyOf(response.getHeaders()));
  }

  private static final class Ops implements SecurityContext {
    @Override
    public Principal getUserPrincipal() {
      return () -> "ops";
    }

    @Override
    public boolean isUserInRole(String role) {
      return true;
    }

    @Override
    public boolean isSecure() {
      return false;
    }

    @Override
    public String getAuthenticationScheme() {
      return BASIC_AUTH;
    }
  }
}
