package dev.postern.fuzz;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.InputSchema;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.catalogue.Problems;
import dev.postern.invoker.Block;
import dev.postern.invoker.CallScope;
import dev.postern.invoker.ServiceCall;
import dev.postern.invoker.ServiceCallParser;
import dev.postern.message.Json;
import dev.postern.security.Principal;
import dev.postern.template.BadValueException;
import dev.postern.template.Origin;
import dev.postern.testing.service.ReceivedRequest;
import dev.postern.upstream.UpstreamRequest;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A request of any shape, filled with any values, and what must arrive. */
final class RequestCase {
  private static final String ORIGIN = "https://service.example:8443";
  private static final InputSchema SCHEMA =
      InputSchema.compile(schema(), "/inputSchema", new Problems());

  private final ObjectNode block = Json.object();
  private final Expected expected;
  private final Segments segments;
  private final Pairs inUrl;
  private final Pairs query;
  private final Heads heads;

  RequestCase(Choices choices) {
    expected = new Expected(arguments(choices));
    segments = new Segments(choices, expected);
    inUrl = new Pairs(choices, expected);
    heads = new Heads(choices, expected);
    int wanted = choices.below(8); // all at once would nearly always be refused for something
    block.put("path", segments.path("base") + (wanted < 3 ? inUrl.inUrl() : ""));
    query = wanted == 3 ? new Pairs(choices, expected) : null;
    if (query != null) {
      block.set("query", query.block());
    }
    if (wanted == 4) {
      block.set("headers", heads.headers());
    }
    if (wanted == 5) {
      block.set("cookies", heads.cookies());
    }
    if (wanted > 5 || choices.oneIn(8)) {
      block.put("method", "POST");
      new Bodies(choices, expected).write(block);
    }
    expected.arrives(request -> segments.check(request.path()));
    expected.arrives(this::checkQuery);
    expected.arrives(heads::check);
  }

  private void checkQuery(ReceivedRequest request) {
    (query == null ? inUrl : query).check(request.query());
  }

  static ObjectNode schema() {
    ObjectNode schema = Json.object().put("type", "object");
    ObjectNode properties = schema.putObject("properties");
    Written.NAMES.forEach(properties::putObject);
    properties.putObject("bytes");
    schema.putArray("required").add("p").add("q");
    return schema;
  }

  private static ObjectNode arguments(Choices choices) {
    ObjectNode arguments = Json.object();
    for (String name : Written.NAMES) {
      boolean required = name.equals("p") || name.equals("q");
      if (required && !choices.oneIn(8)) {
        String text = choices.text();
        arguments.put(name, text.isEmpty() ? "v" : text);
      } else if (required || choices.oneIn(2)) {
        arguments.set(name, choices.value());
      }
    }
    return arguments;
  }

  ObjectNode arguments() {
    return expected.arguments;
  }

  ObjectNode block(String origin) {
    return block.put("baseUrl", origin + "/base/");
  }

  boolean mayBeRefused() {
    return expected.mayBeRefused();
  }

  void check(ReceivedRequest request) {
    Expected.that(!expected.mustBeRefused(), "arrived, though it has no form: " + this);
    Expected.that(request.method().equals(block.path("method").asText("GET")), request.method());
    expected.check(request);
  }

  /**
   * Without a socket: the head is put together as HTTP/1.1 has it.
   *
   * @return whether it arrived; else it was refused
   */
  boolean hold() {
    try {
      UpstreamRequest request =
          compiled().render(new CallScope(new Call(arguments(), Principal.ANONYMOUS)));
      Expected.that(request.origin().equals(new Origin("https", "service.example", 8443)), request);
      check(received(request));
      return true;
    } catch (BadValueException e) {
      Expected.that(mayBeRefused(), "refused, though it has a form: " + e.getMessage());
      return false;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private ServiceCall compiled() {
    Problems problems = new Problems();
    Block parsed = Block.read(block(ORIGIN), "/http", ServiceCallParser.KEYS, problems);
    ServiceCall call =
        new ServiceCallParser(parsed, SCHEMA, key -> Optional.empty(), new LiveCatalogue()).parse();
    Expected.that(problems.isEmpty(), problems.list());
    return call;
  }

  private static ReceivedRequest received(UpstreamRequest request) {
    StringBuilder head = new StringBuilder(request.method());
    head.append(' ').append(request.target()).append(" HTTP/1.1\r\n");
    for (UpstreamRequest.Header header : request.headers()) {
      byte[] value = header.value().getBytes(StandardCharsets.UTF_8);
      head.append(header.name()).append(": ");
      head.append(new String(value, StandardCharsets.ISO_8859_1)).append("\r\n");
    }
    byte[] body = request.body() == null ? new byte[0] : request.body();
    return new ReceivedRequest(head.toString(), body, 1);
  }

  /** For whoever reads why it failed. */
  @Override
  public String toString() {
    return Json.text(block) + " with " + expected.arguments;
  }
}
