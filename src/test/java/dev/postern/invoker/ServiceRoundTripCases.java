package dev.postern.invoker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Tool;
import dev.postern.message.Json;
import dev.postern.testing.service.ReceivedParts;
import dev.postern.testing.service.ReceivedRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Any text arrives as itself in every place at once, and nothing else changes. */
public abstract class ServiceRoundTripCases extends ServiceToolCases {
  private static final int TEXTS = 400;

  /** What means something somewhere, and what needs several bytes. */
  private static final String[] PIECES = {
    "/",
    "\\",
    "?",
    "#",
    "%",
    "%2F",
    "&",
    "=",
    "+",
    ";",
    ",",
    "|",
    "..",
    ".",
    ":",
    "@",
    "{",
    "}",
    "{{",
    "}}",
    "{{args.v}}",
    "[",
    "]",
    "\"",
    "'",
    "<",
    ">",
    "&amp;",
    "]]>",
    "--",
    "\r",
    "\n",
    "\t",
    " ",
    "$1",
    "\u00e9",
    "\u670d",
    "\ud83d\ude00",
    "\u2028",
    "\u0085",
    "a",
    "B",
    "7",
    "null",
    "data:,"
  };

  private final Random random = new Random(20261120); // fails alike every time it fails

  private String text() {
    StringBuilder text = new StringBuilder("x"); // neither empty nor dots, which a path refuses
    for (int i = random.nextInt(7); i >= 0; i--) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return text.append('y').toString();
  }

  private static List<String> decoded(String pairs, String separator, String name) {
    List<String> values = new ArrayList<>();
    for (String pair : pairs.split(separator)) {
      int equals = pair.indexOf('=');
      if (pair.substring(0, equals).equals(name)) {
        values.add(decoded(pair.substring(equals + 1)));
      }
    }
    return values;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  @Test
  void anyTextArrivesAsItselfInUrlCookieAndForm() {
    Tool tool =
        tool(
            schema("[\"v\", \"l\"]", "v", "l"),
            block(
                "/a/{v}/{+v}/b-{v}{/l*}?u={v}&r={+v}",
                "\"method\": \"POST\", \"query\": {\"q\": \"{{args.v}}\", \"c\": {\"value\":"
                    + " \"{{args.l}}\", \"explode\": false}}, \"cookies\": {\"k\": \"{{args.v}}\","
                    + " \"z\": \"1\"}, \"form\": {\"f\": \"{{args.v}}\", \"l\": \"{{args.l}}\"}"));
    for (int i = 0; i < TEXTS; i++) {
      String v = text();
      List<String> l = List.of(text(), text());
      ObjectNode arguments = Json.object().put("v", v);
      arguments.set("l", Json.NODES.arrayNode().add(l.get(0)).add(l.get(1)));
      assertThat(call(tool, arguments).isError()).as(v).isFalse();
      ReceivedRequest request = service.last();
      assertThat(request.segments()).containsExactly("a", v, v, "b-" + v, l.get(0), l.get(1));
      for (String name : List.of("u", "r", "q")) {
        assertThat(request.queryValues(name)).as(name).containsExactly(v);
      }
      assertThat(request.query().split("&")).hasSize(4);
      String[] parts = request.query().substring(request.query().indexOf("&c=") + 3).split(",");
      assertThat(parts).extracting(part -> decoded(part)).containsExactlyElementsOf(l);
      assertThat(decoded(request.header("Cookie"), "; ", "k")).containsExactly(v);
      assertThat(decoded(request.header("Cookie"), "; ", "z")).containsExactly("1");
      assertThat(decoded(request.bodyText(), "&", "f")).containsExactly(v);
      assertThat(decoded(request.bodyText(), "&", "l")).containsExactlyElementsOf(l);
      service.forget();
    }
  }

  @Test
  void anyTextArrivesAsItselfInTheBodiesOfAForm() {
    Tool tool =
        tool(
            schema("[\"v\"]", "v"),
            block(
                "/a",
                "\"method\": \"POST\", \"multipart\": {\"v\": \"{{args.v}}\", \"j\": {\"body\":"
                    + " [\"{{args.v}}\"]}, \"t\": {\"text\": \"{{args.v}}\"}, \"x\": {\"xml\": \"<r"
                    + " a='{{args.v}}'>{{args.v}}</r>\"}}"));
    for (int i = 0; i < TEXTS; i++) {
      String v = text();
      assertThat(call(tool, Json.object().put("v", v)).isError()).as(v).isFalse();
      ReceivedParts parts = ReceivedParts.of(service.last());
      assertThat(parts.parts()).hasSize(4);
      assertThat(parts.only("v").text()).isEqualTo(v);
      assertThat(parts.only("t").text()).isEqualTo(v);
      assertThat(json(parts.only("j").text()).get(0).textValue()).isEqualTo(v);
      var root = ServiceBodyCases.xml(parts.only("x").content()).getDocumentElement();
      assertThat(root.getAttribute("a")).isEqualTo(v);
      assertThat(root.getTextContent()).isEqualTo(v);
      assertThat(root.getElementsByTagName("*").getLength()).isZero();
      service.forget();
    }
  }
}
