package dev.postern.transport.jersey;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.transport.Gate;
import dev.postern.transport.ServletPair;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
import org.glassfish.jersey.server.ResourceConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Resources in a Tomcat of the test's own, found directly and by Jersey. */
class JerseyServletTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final ThreadLocal<ServletPair> current = new ThreadLocal<>();
  private final Gate gate = new Gate();
  private final AtomicInteger filtered = new AtomicInteger();
  private final ResourceConfig application =
      new ResourceConfig()
          .register(new Direct(current))
          .register(new Failing(current))
          .register(new Wording());
  private Tomcat tomcat;
  private JerseyServlet servlet;

  @BeforeEach
  void setUp() throws Exception {
    tomcat = new Tomcat();
    tomcat.setBaseDir(Files.createTempDirectory("postern-jersey").toString());
    tomcat.setPort(0);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
  }

  @AfterEach
  void stop() throws Exception {
    tomcat.stop();
    tomcat.destroy();
  }

  private void start() throws Exception {
    servlet = new JerseyServlet(application, current, gate, () -> {});
    Context context = tomcat.addContext("/app", null);
    Wrapper wrapper = Tomcat.addServlet(context, "resources", servlet);
    wrapper.setAsyncSupported(true);
    wrapper.addMapping("/*");
    tomcat.start();
  }

  private HttpResponse<String> send(String method, String path) throws Exception {
    URI uri =
        URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/app" + path);
    return HTTP.send(
        HttpRequest.newBuilder(uri).method(method, BodyPublishers.noBody()).build(),
        BodyHandlers.ofString());
  }

  @ParameterizedTest
  @CsvSource({"GET,/here,got", "POST,/here,posted", "GET,/here/below,below"})
  void methodsThatWantNothingAreFoundWithoutJersey(String method, String path, String text)
      throws Exception {
    start();

    assertThat(send(method, path).body()).isEqualTo(text);
    assertThat(DirectRoutes.of(application).find(path, method)).isNotNull();
  }

  /** Jersey takes these for the same paths. */
  @ParameterizedTest
  @ValueSource(strings = {"/here/", "/here;v=1"})
  void otherSpellingsOfAPathComeOutAtTheSameMethod(String path) throws Exception {
    start();

    assertThat(DirectRoutes.of(application).find(path, "GET")).isNull();
    assertThat(send("GET", path).body()).isEqualTo("got");
  }

  @ParameterizedTest
  @CsvSource({"GET,/here/named/you,hello you", "GET,/here/typed,typed", "GET,/here/result,result"})
  void methodsThatWantMoreAreJerseysToCall(String method, String path, String text)
      throws Exception {
    start();

    assertThat(DirectRoutes.of(application).find(path, method)).isNull();
    assertThat(send(method, path).body()).isEqualTo(text);
  }

  @Test
  void whatIsNotThereIsJerseysToRefuse() throws Exception {
    start();

    assertThat(send("GET", "/nowhere").statusCode()).isEqualTo(404);
    HttpResponse<String> wrongMethod = send("PUT", "/here");
    assertThat(wrongMethod.statusCode()).isEqualTo(405);
    assertThat(wrongMethod.headers().firstValue("Allow").orElse("")).contains("GET", "POST");
  }

  @Test
  void failuresAreWordedByTheApplicationsMapper() throws Exception {
    start();

    HttpResponse<String> failed = send("GET", "/failing");
    assertThat(failed.statusCode()).isEqualTo(418);
    assertThat(failed.headers().firstValue("Content-Type")).contains("text/plain");
    assertThat(failed.body()).isEqualTo("java.lang.IllegalStateException: out of tea");
    assertThat(send("GET", "/failing/gone").body()).isEqualTo("java.io.IOException: gone");
    assertThat(send("GET", "/failing/begun").body()).isEqualTo("begun");
    assertThat(current.get()).isNull();
  }

  @Test
  void aShutGateLetsNobodyIn() throws Exception {
    start();
    gate.shut();

    assertThat(send("GET", "/here").statusCode()).isEqualTo(503);
    assertThat(send("GET", "/nowhere").headers().firstValue("Retry-After")).isPresent();
  }

  @Test
  void nothingGoesAroundFilters() throws Exception {
    application.register((ContainerRequestFilter) request -> filtered.incrementAndGet());
    start();

    assertThat(send("GET", "/here").body()).isEqualTo("got");
    assertThat(filtered).hasValue(1);
  }

  /** Answers for itself. */
  @Path("here")
  public static final class Direct {
    private final ThreadLocal<ServletPair> current;

    Direct(ThreadLocal<ServletPair> current) {
      this.current = current;
    }

    private void say(String text) throws IOException {
      current.get().response().getOutputStream().print(text);
      current.get().response().flushBuffer();
    }

    @GET
    public void get() throws IOException {
      say("got");
    }

    @POST
    public void post() throws IOException {
      say("posted");
    }

    @GET
    @Path("/below/")
    public void below() throws IOException {
      say("below");
    }

    @GET
    @Path("named/{name}")
    public String named(@PathParam("name") String name) {
      return "hello " + name;
    }

    @GET
    @Path("typed")
    @Produces("text/plain")
    public void typed() throws IOException {
      say("typed");
    }

    @GET
    @Path("result")
    public String result() {
      return "result";
    }
  }

  /** Fails. */
  @Path("failing")
  public static final class Failing {
    private final ThreadLocal<ServletPair> current;

    Failing(ThreadLocal<ServletPair> current) {
      this.current = current;
    }

    @GET
    public void fail() {
      throw new IllegalStateException("out of tea");
    }

    @GET
    @Path("gone")
    public void gone() throws IOException {
      throw new IOException("gone");
    }

    @GET
    @Path("begun")
    public void begun() throws IOException {
      current.get().response().getOutputStream().print("begun");
      current.get().response().flushBuffer();
      throw new IllegalStateException("too late to be told");
    }
  }

  /** Words what fails. */
  private static final class Wording implements ExceptionMapper<Throwable> {
    @Override
    public Response toResponse(Throwable failure) {
      return failure instanceof WebApplicationException routed
          ? routed.getResponse()
          : Response.status(418)
              .type("text/plain")
              .entity(failure.toString().getBytes(UTF_8))
              .build();
    }
  }
}
