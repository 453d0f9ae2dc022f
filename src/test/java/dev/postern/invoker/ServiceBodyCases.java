package dev.postern.invoker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Tool;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.testing.service.ReceivedParts;
import dev.postern.testing.service.ReceivedRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.xml.sax.SAXException;

/** Bodies of every kind but JSON. */
public abstract class ServiceBodyCases extends ServiceToolCases {
  private static final String ANY =
      "{\"type\": \"object\", \"properties\": {\"a\": {}, \"b\": {}, \"c\": {}, \"d\": {}}}";
  private static final byte[] BINARY = {0, 13, 10, (byte) 0xff, 45, 45, 0x7f, (byte) 0x80};

  static Stream<String> nastyTexts() {
    return Stream.of(
        "",
        "plain",
        "a&b=c;d",
        "a+b c",
        "100%",
        "</a><b x='1'/>",
        "<![CDATA[x]]>",
        "]]>",
        "&amp;&lt;&#65;",
        "\"'`{{args.b}}{a}",
        "--boundary\r\nContent-Disposition: form-data; name=\"evil\"\r\n\r\nx",
        "tab\tline\nreturn\rboth\r\n",
        "\u670d\u52a1 \ud83d\ude00 \u00e9\u0301\u0085\u2028",
        " lead and trail ");
  }

  private Tool tool(String body) {
    return tool(ANY, block("/b", "\"method\": \"POST\", " + body));
  }

  private ReceivedRequest send(Tool tool, ObjectNode arguments) {
    CallToolResult result = call(tool, arguments);
    assertThat(result.isError()).as(result.json().toString()).isFalse();
    return service.last();
  }

  private static ObjectNode args(String json) {
    return (ObjectNode) json(json);
  }

  private String refusal(Tool tool, ObjectNode arguments) {
    service.forget();
    var facts = failure(call(tool, arguments));
    assertThat(facts.path("error").asText()).isEqualTo("bad_argument");
    assertThat(service.requests()).isEmpty();
    return facts.at("/problems/0/pointer").asText() + " " + facts.path("message").asText();
  }

  /** As a service reads it: by the rules of the URL standard, none of ours. */
  private static List<String> fields(ReceivedRequest request, String name) {
    assertThat(request.header("Content-Type")).isEqualTo("application/x-www-form-urlencoded");
    return Stream.of(request.bodyText().split("&"))
        .map(pair -> pair.split("=", 2))
        .filter(pair -> decoded(pair[0]).equals(name))
        .map(pair -> decoded(pair[1]))
        .toList();
  }

  private static String decoded(String text) {
    return java.net.URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @MethodSource("nastyTexts")
  void aFormsFieldArrivesAsItself(String value) {
    ReceivedRequest request =
        send(
            tool(
                "\"form\": {\"f i&eld\": \"{{args.a}}\", \"m\": \"<{{args.a}}>\", \"n\": 1000000}"),
            Json.object().put("a", value));
    assertThat(fields(request, "f i&eld")).containsExactly(value);
    assertThat(fields(request, "m")).containsExactly("<" + value + ">");
    assertThat(fields(request, "n")).containsExactly("1000000");
    assertThat(request.bodyText().split("&")).hasSize(3);
  }

  @Test
  void aFormDropsRepeatsAndKnowsStyles() {
    Tool tool =
        tool(
            "\"form\": {\"a\": \"{{args.a}}\", \"b\": {\"value\": \"{{args.b}}\", \"style\":"
                + " \"form\", \"explode\": false}, \"c\": {\"value\": \"{{args.c}}\", \"style\":"
                + " \"deepObject\"}, \"l\": [\"1\", \"{{args.d}}\"]}");
    assertThat(
            send(
                    tool,
                    args(
                        "{\"a\": [1, null, true], \"b\": [\"x\", \"y,z\"], \"c\": {\"k\": {\"l\":"
                            + " 1.50}}}"))
                .bodyText())
        .isEqualTo("a=1&a=true&b=x,y%2Cz&c%5Bk%5D%5Bl%5D=1.50&l=1");
    Tool optional = tool("\"form\": {\"a\": \"{{args.a}}\"}");
    assertThat(send(optional, args("{\"a\": null}")).body()).isEmpty();
    assertThat(service.last().header("Content-Type"))
        .isEqualTo("application/x-www-form-urlencoded");
  }

  @ParameterizedTest
  @MethodSource("nastyTexts")
  void aTextArrivesAsItself(String value) {
    ReceivedRequest request =
        send(tool("\"text\": \"<{{args.a}}>\""), Json.object().put("a", value));
    assertThat(request.bodyText()).isEqualTo("<" + value + ">");
    assertThat(request.headers("Content-Type")).containsExactly("text/plain; charset=UTF-8");
  }

  @Test
  void aTextDropsOutAndTakesAnotherType() {
    Tool tool = tool("\"text\": \"{{args.a}}\", \"headers\": {\"Content-Type\": \"text/csv\"}");
    assertThat(send(tool, args("{\"a\": \"x,y\"}")).bodyText()).isEqualTo("x,y");
    assertThat(service.last().headers("Content-Type")).containsExactly("text/csv");
    assertThat(send(tool, args("{}")).body()).isEmpty();
    assertThat(refusal(tool, Json.object().put("a", "\ud800"))).startsWith("/a ");
  }

  /** As another parser reads it. */
  static Document xml(byte[] document) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setNamespaceAware(true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      return factory.newDocumentBuilder().parse(new ByteArrayInputStream(document));
    } catch (ParserConfigurationException | SAXException | IOException e) {
      throw new AssertionError(new String(document, StandardCharsets.UTF_8), e);
    }
  }

  @ParameterizedTest
  @MethodSource("nastyTexts")
  void aValueStaysAValueInXml(String value) {
    ReceivedRequest request =
        send(
            tool(
                "\"xml\": \"<o x='{{args.a}}'><p>{{args.a}}</p><q>a {{args.a}} z<!-- c"
                    + " --></q></o>\""),
            Json.object().put("a", value));
    var root = xml(request.body()).getDocumentElement();
    assertThat(root.getAttribute("x")).isEqualTo(value);
    assertThat(root.getChildNodes().getLength()).isEqualTo(2);
    assertThat(root.getChildNodes().item(0).getTextContent()).isEqualTo(value);
    assertThat(root.getChildNodes().item(1).getTextContent()).isEqualTo("a " + value + " z");
    assertThat(root.getElementsByTagName("*").getLength()).isEqualTo(2);
    assertThat(request.headers("Content-Type")).containsExactly("application/xml");
  }

  @Test
  void xmlKeepsItsFormDropsWhatIsAbsentAndRepeatsForArrays() {
    String document =
        "<?xml version='1.0' encoding='ISO-8859-1'?><s:Envelope xmlns:s='urn:s' xmlns='urn:d'"
            + " s:k='v&amp;w'><s:Body><n a='1' b='{{args.b}}'>{{args.a}}</n><i>{{args.c}}</i>"
            + "<t>{{secrets.TOKEN}}</t><m>{{args.d|none}}</m><e/>\u00e9</s:Body></s:Envelope>";
    Tool tool = tool("\"xml\": " + Json.text(Json.NODES.textNode(document)));
    String start =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><s:Envelope xmlns:s=\"urn:s\" xmlns=\"urn:d\""
            + " s:k=\"v&amp;w\"><s:Body>";
    String end = "<e></e>\u00e9</s:Body></s:Envelope>";
    String secret = "<t>s3cr3t/value+with=signs&amp;\"quotes\"</t>";
    assertThat(send(tool, args("{\"a\": null}")).bodyText())
        .isEqualTo(start + secret + "<m>none</m>" + end);
    assertThat(
            send(
                    tool,
                    args(
                        "{\"a\": 1000000, \"b\": false, \"c\": [1.50, null, \"<x>\"], \"d\":"
                            + " {\"k\": 1}}"))
                .bodyText())
        .isEqualTo(
            start
                + "<n a=\"1\" b=\"false\">1000000</n><i>1.50</i><i>&lt;x&gt;</i>"
                + secret
                + "<m>{\"k\":1}</m>"
                + end);
  }

  @Test
  void xmlWhoseRootDropsOutIsNoBody() {
    Tool tool = tool("\"xml\": \"<a>{{args.a}}</a>\"");
    assertThat(send(tool, args("{}")).body()).isEmpty();
    assertThat(service.last().headers("Content-Type")).isEmpty();
    assertThat(send(tool, args("{\"a\": 1}")).bodyText()).isEqualTo("<a>1</a>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\u0000b", "\u0008", "\ufffe", "\ud800x"})
  void whatXmlCannotSayIsRefused(String value) {
    assertThat(refusal(tool("\"xml\": \"<a>{{args.a}}</a>\""), Json.object().put("a", value)))
        .startsWith("/a ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<a>",
        "",
        "text",
        "<a>{{args.a}}</a><b/>",
        "<{{args.a}}/>",
        "<a {{args.a}}='1'/>",
        "<a><!-- {{args.a}} --></a>",
        "<a><?p {{args.a}}?></a>",
        "<a xmlns='{{args.a}}'/>",
        "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>",
        "<a>&x;</a>",
        "{{args.a}}",
        "<a>{{args.z}}</a>"
      })
  void xmlIsCheckedWhenTheToolIsLoaded(String document) {
    List<String> problems =
        problems(
            ANY,
            block(
                "/b",
                "\"method\": \"POST\", \"xml\": " + Json.text(Json.NODES.textNode(document))));
    assertThat(problems).singleElement().asString().startsWith("/" + type() + "/xml: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "null",
      value = {
        "AA0K/y0tf4A= | application/octet-stream",
        "AA0K/y0tf4A | application/octet-stream",
        "AA0K_y0tf4A | application/octet-stream",
        "data:image/png;base64,AA0K/y0tf4A= | image/png",
        "DATA:;BASE64,AA0K/y0tf4A= | application/octet-stream"
      })
  void bytesArriveAsTheyAre(String value, String type) {
    ReceivedRequest request =
        send(tool("\"bytes\": \"{{args.a}}\""), Json.object().put("a", value));
    assertThat(request.body()).isEqualTo(BINARY);
    assertThat(request.headers("Content-Type")).containsExactly(type);
  }

  @Test
  void bytesKnowOtherFormsAndRefuseTheRest() {
    Tool tool = tool("\"bytes\": \"{{args.a}}\", \"headers\": {\"Content-Type\": \"{{args.b}}\"}");
    assertThat(send(tool, args("{\"a\": \"data:,a%20b\", \"b\": \"image/gif\"}")).bodyText())
        .isEqualTo("a b");
    assertThat(service.last().headers("Content-Type")).containsExactly("image/gif");
    assertThat(send(tool, args("{\"a\": \"aGFs\\r\\nbG8=\"}")).bodyText()).isEqualTo("hallo");
    assertThat(send(tool, args("{\"a\": null}")).body()).isEmpty();
    for (String bad :
        List.of("\"no base64!\"", "\"data:x\"", "[\"aGFs\", \"aGFs\"]", "{\"a\": 1}")) {
      assertThat(refusal(tool, args("{\"a\": " + bad + "}"))).startsWith("/a ");
    }
    assertThat(problems(ANY, block("/b", "\"method\": \"PUT\", \"bytes\": \"no base64!\"")))
        .hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("nastyTexts")
  void aFieldOfMultipartArrivesAsItself(String value) {
    ReceivedRequest request =
        send(
            tool(
                "\"multipart\": {\"f \\\"\u00e9\\\\\": \"{{args.a}}\", \"t\": {\"text\":"
                    + " \"{{args.a}}\"}}"),
            Json.object().put("a", value));
    ReceivedParts parts = ReceivedParts.of(request);
    assertThat(parts.parts()).hasSize(2);
    assertThat(parts.only("f \"\u00e9\\").text()).isEqualTo(value);
    assertThat(parts.only("f \"\u00e9\\").parameter("filename")).isNull();
    assertThat(parts.only("t").text()).isEqualTo(value);
    assertThat(parts.only("t").type()).isEqualTo("text/plain; charset=UTF-8");
  }

  @Test
  void multipartCarriesFilesDataAndLists() {
    Tool tool =
        tool(
            "\"multipart\": {\"title\": \"{{args.a}}\", \"n\": 1000000, \"tags\": \"{{args.b}}\","
                + " \"meta\": {\"body\": {\"by\": \"{{args.a}}\", \"n\": 1.50}}, \"x\": {\"xml\":"
                + " \"<a>{{args.a}}</a>\", \"contentType\": \"text/xml\", \"filename\": \"a.xml\"},"
                + " \"file\": {\"bytes\": \"{{args.c}}\", \"filename\": \"{{args.d}}\","
                + " \"contentType\": \"image/png\"}, \"fixed\": [{\"bytes\": \"aGFsbG8=\"},"
                + " \"2\"]}");

    ReceivedParts parts =
        ReceivedParts.of(
            send(
                tool,
                Json.object()
                    .put("a", "\u00fc<")
                    .put("c", Base64.getEncoder().encodeToString(BINARY))
                    .put("d", "b\u00fcild \"1\"\\.png")
                    .set("b", json("[\"x\", null, 2]"))));
    assertThat(parts.only("title").text()).isEqualTo("\u00fc<");
    assertThat(parts.only("n").text()).isEqualTo("1000000");
    assertThat(parts.named("tags")).extracting(ReceivedParts.Part::text).containsExactly("x", "2");
    assertThat(parts.only("meta").text()).isEqualTo("{\"by\":\"\u00fc<\",\"n\":1.50}");
    assertThat(parts.only("meta").type()).isEqualTo("application/json");
    assertThat(parts.only("x").text()).isEqualTo("<a>\u00fc&lt;</a>");
    assertThat(parts.only("x").type()).isEqualTo("text/xml");
    assertThat(parts.only("x").parameter("filename")).isEqualTo("a.xml");
    assertThat(parts.only("file").content()).isEqualTo(BINARY);
    assertThat(parts.only("file").type()).isEqualTo("image/png");
    assertThat(parts.only("file").parameter("filename")).isEqualTo("b\u00fcild \"1\"\\.png");
    assertThat(parts.named("fixed").get(0).text()).isEqualTo("hallo");
    assertThat(parts.named("fixed").get(0).parameter("filename")).isEqualTo("fixed");
    assertThat(parts.named("fixed").get(0).type()).isEqualTo("application/octet-stream");
    assertThat(parts.named("fixed").get(1).text()).isEqualTo("2");
  }

  @Test
  void whatIsAbsentIsNoPartAndSeveralFilesMayHaveOneName() {
    Tool tool =
        tool(
            "\"multipart\": {\"a\": \"{{args.a}}\", \"b\": {\"bytes\": \"{{args.b}}\","
                + " \"filename\": \"{{args.c}}\"}, \"end\": \"x\"}");
    assertThat(ReceivedParts.of(send(tool, args("{\"a\": null}"))).parts()).hasSize(1);
    ReceivedParts parts =
        ReceivedParts.of(send(tool, args("{\"b\": [\"YQ==\", \"data:text/css;base64,Yg==\"]}")));
    assertThat(parts.named("b")).extracting(ReceivedParts.Part::text).containsExactly("a", "b");
    assertThat(parts.named("b").get(1).type()).isEqualTo("text/css");
    for (String bad :
        List.of(
            "{\"b\": \"no base64!\"}",
            "{\"b\": \"YQ==\", \"c\": \"a\\r\\nX: y\"}",
            "{\"b\": \"YQ==\", \"c\": \"" + "x".repeat(1_001) + "\"}")) {
      assertThat(refusal(tool, args(bad))).startsWith(bad.contains("\"c\"") ? "/c " : "/b ");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"body\": {}, \"form\": {} | /form",
        "\"text\": \"x\", \"xml\": \"<a/>\", \"bytes\": \"\" | /xml /bytes",
        "\"form\": [] | /form",
        "\"form\": {\"a\": \"{{args.z}}\"} | /form/a",
        "\"text\": {} | /text",
        "\"xml\": 1 | /xml",
        "\"bytes\": {} | /bytes/resource",
        "\"bytes\": {\"resource\": \"x\", \"uri\": \"y\"} | /bytes/uri",
        "\"multipart\": \"x\" | /multipart",
        "\"multipart\": {\"a\": {}} | /multipart/a",
        "\"multipart\": {\"a\": {\"text\": \"x\", \"bytes\": \"\"}} | /multipart/a",
        "\"multipart\": {\"a\": {\"text\": \"{{args.z}}\"}} | /multipart/a/text",
        "\"multipart\": {\"a\": [{\"bytes\": \"\", \"filename\": \"{{\"}]} |"
            + " /multipart/a/0/filename",
        "\"multipart\": {\"a\": {\"text\": \"{}\", \"contentType\": \"application/json\"}} |"
            + " /multipart/a/contentType",
        "\"multipart\": {\"a\": [\"x\", {\"text\": \"\", \"contentType\": \"{{args.a}}\"}]} |"
            + " /multipart/a/1/contentType",
        "\"multipart\": {\"a\": {\"body\": 1, \"contentType\": \"text/plain\"}} |"
            + " /multipart/a/contentType",
        "\"multipart\": {\"a\": {\"xml\": \"<a/>\", \"contentType\": \"text/xml; charset=latin1\"}} |"
            + " /multipart/a/contentType",
        "\"text\": \"\", \"headers\": {\"Content-Type\": \"application/x-www-form-urlencoded\"} |"
            + " /headers/Content-Type",
        "\"text\": \"\", \"headers\": {\"Content-Type\": \"multipart/form-data; boundary=x\"} |"
            + " /headers/Content-Type",
        "\"multipart\": {\"a\": null} | /multipart/a",
        "\"multipart\": {\"{{args.a}}\": \"x\"} | /multipart/{{args.a}}",
        "\"multipart\": {}, \"headers\": {\"Content-Type\": \"multipart/form-data\"} |"
            + " /headers/Content-Type",
        "\"form\": {}, \"headers\": {\"content-type\": \"text/plain\"} | /headers/content-type",
        "\"text\": \"\", \"headers\": {\"Content-Type\": \"application/json\"} |"
            + " /headers/Content-Type",
        "\"text\": \"\", \"headers\": {\"Content-Type\": \"{{args.a}}\"} | /headers/Content-Type",
        "\"text\": \"\", \"headers\": {\"Content-Type\": \"text/plain; charset=latin1\"} |"
            + " /headers/Content-Type",
        "\"xml\": \"<a/>\", \"headers\": {\"Content-Type\": \"text/plain\"} | /headers/Content-Type"
      })
  void whatCannotBeABodyIsRefusedWithItsPlace(String body, String pointers) {
    assertThat(problems(ANY, block("/b", "\"method\": \"POST\", " + body)))
        .extracting(problem -> problem.substring(type().length() + 1, problem.indexOf(": ")))
        .containsExactlyInAnyOrder(pointers.split(" "));
  }

  /**
   * As above for queries: a list beside a long attribute, and parts that cost more than they are.
   */
  @Test
  void noArgumentMultipliesAnother() {
    ObjectNode arguments = Json.object().put("a", "n".repeat(1_000_000));
    var list = arguments.putArray("b");
    for (int i = 0; i < 40; i++) {
      list.add(i);
    }
    Tool repeated = tool("\"xml\": \"<r><e n='{{args.a}}'>{{args.b}}</e></r>\"");
    assertThat(refusal(repeated, arguments)).startsWith("/b ").contains("would make the request");
    for (int i = list.size(); i < 1_001; i++) {
      list.add("YQ==");
    }
    assertThat(refusal(tool("\"multipart\": {\"f\": \"{{args.b}}\"}"), arguments))
        .startsWith("/b ")
        .contains("1000 elements");
    assertThat(refusal(tool("\"multipart\": {\"f\": {\"bytes\": \"{{args.b}}\"}}"), arguments))
        .startsWith("/b ")
        .contains("100 elements");
  }
}
