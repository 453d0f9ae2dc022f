package dev.postern.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextTemplateTest {

  private static Scope args(String json) throws Exception {
    JsonNode args = Json.parse(json);
    return root -> root.equals("args") ? args : null;
  }

  private static String render(String template, String args) throws Exception {
    return TextTemplate.parse(template).render(args(args));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "{",
        "}",
        "}}",
        "{x}",
        "}}{",
        "\\{",
        "$1 \\1 {0}",
        "\u670d {'{'}",
        "a}}b"
      })
  void textWithoutHolesIsItself(String text) throws Exception {
    assertThat(TextTemplate.parse(text).constant()).isEqualTo(text);
    assertThat(render(text, "{}")).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{{args.a}} | 1",
        "{{ args.a }} | 1",
        "<{{args.a}}{{args.b}}> | <1two>",
        "{{args.o.k}} | deep",
        "{{args.o}} | \"{\"\"k\"\":\"\"deep\"\"}\"",
        "x{{args.none}} |",
        "x{{args.none}}{{args.a}} | x1",
        "{{args.a.b.c}} |",
        "{{args.nil}} |",
        "{{args.brace}} | {{args.a}}",
        "{{'{{'}}args.a}} | {{args.a}}",
        "{{ '{{' }} | {{",
        "{{''}}x | x",
        "{{'it is {{args.a}}'}} | it is {{args.a}}",
        "{ {{args.a}} } | { 1 }",
        "{{args.\u670d\u52a1}} | ok",
        "{{args.with-dash_1}} | yes",
        "{{args.l[0]}} | first",
        "{{ args.l[1].k[0] }} | in",
        "{{args['a b'].c}} | spaced",
        "{{args.l[2]}} |",
        "{{args.a[0]}} |",
      })
  void holesAreFilledOnce(String template, String expected) throws Exception {
    String args =
        "{\"a\": 1, \"b\": \"two\", \"o\": {\"k\": \"deep\"}, \"nil\": null, \"brace\":"
            + " \"{{args.a}}\", \"\u670d\u52a1\": \"ok\", \"with-dash_1\": \"yes\","
            + " \"l\": [\"first\", {\"k\": [\"in\"]}], \"a b\": {\"c\": \"spaced\"}}";
    assertThat(render(template, args)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "{{args.none|metric}} ; metric",
        "<{{ args.none | a b }}> ; <a b>",
        "{{args.none|'}} {{x}}'}} ; \"}} {{x}}\"",
        "{{args.none[0]|x|y}} ; x|y",
        "{{args.nil|0}} ; 0",
        "{{args.none|1.50}} ; 1.50",
        "{{args.none|007}} ; 007",
        "x{{args.none|}} ; x",
        "x{{args.none|''}} ; x",
        "{{args.a|2}} ; 1",
        "{{args.empty|x}} ; \"\"",
        "{{args.none|null}} ;"
      })
  void aDefaultStandsInForWhatIsAbsent(String template, String expected) throws Exception {
    assertThat(render(template, "{\"a\": 1, \"nil\": null, \"empty\": \"\"}")).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{{ | 0",
        "abc{{ | 3",
        "abc{{args.x | 3",
        "abc{{args.x} | 3",
        "abc{{}} | 5",
        "abc{{  }} | 7",
        "{{args..x}} | 2",
        "{{.args}} | 2",
        "{{args.}} | 2",
        "{{args.a b}} | 2",
        "{{args.a[]}} | 2",
        "{{args.a[-1]}} | 2",
        "{{args.a[x]}} | 2",
        "{{args.a['x]}} | 2",
        "{{args.a[0}} | 2",
        "{{args.a[1234567]}} | 2",
        "{{+}} | 2",
        "{{/args.a}} | 2",
        "{{args.a*}} | 2",
        "{{args.a:b}} | 2",
        "{{args.{{x}}}} | 2",
        "{{'abc}} | 2",
        "x{{'{{'}  | 1",
        "{{'a' b}} | 0",
        "{{args.'a'}} | 2",
        "{{args.a\u0000}} | 2",
      })
  void mistakesCarryTheirOffset(String template, int offset) {
    TemplateException e =
        catchThrowableOfType(TemplateException.class, () -> TextTemplate.parse(template));
    assertThat(e).as(template).isNotNull();
    assertThat(e.offset()).isEqualTo(offset);
    assertThat(e.getMessage()).isNotBlank();
  }

  @ParameterizedTest
  @CsvSource({
    "1000000,1000000",
    "1e6,1000000",
    "1E+6,1000000",
    "1.0,1.0",
    "-1.50,-1.50",
    "1e-7,0.0000001",
    "12345678901234567890123456789,12345678901234567890123456789",
    "1e999999999,1E+999999999",
    "1e-999999999,1E-999999999",
    "true,true",
  })
  void valuesAreWrittenPlain(String json, String expected) throws Exception {
    assertThat(PlainText.of(Json.parse(json))).isEqualTo(expected);
    assertThat(render("<{{args.v}}>", "{\"v\": " + json + "}")).isEqualTo("<" + expected + ">");
  }

  @Test
  void everyDoubleIsWrittenPlain() {
    for (double value : new double[] {Double.MAX_VALUE, Double.MIN_VALUE, 1e22, 0.1, -0.0}) {
      assertThat(PlainText.of(Json.NODES.numberNode(value))).doesNotContain("E");
    }
    assertThat(PlainText.of(Json.NODES.numberNode(Double.NaN))).isEqualTo("NaN");
  }

  @Test
  void filledHolesAreConstantAndNeverDropOut() throws Exception {
    TextTemplate template =
        TextTemplate.parse("Bearer {{secrets.K}}")
            .fill(hole -> hole.root().equals("secrets") ? "{{args.a}}" : null);
    assertThat(template.constant()).isEqualTo("Bearer {{args.a}}");
    TextTemplate mixed =
        TextTemplate.parse("{{secrets.K}}:{{args.none}}")
            .fill(hole -> hole.root().equals("secrets") ? "k" : null);
    assertThat(mixed.render(args("{}"))).isEqualTo("k:");
  }

  @Test
  void aTextWhoseHolesAreAllEmptyDropsOutUnlessAskedForAll() throws Exception {
    TextTemplate template = TextTemplate.parse("Hello {{args.x}}");
    assertThat(template.render(args("{}"))).isNull();
    assertThat(template.renderAll(args("{}"))).isEqualTo("Hello ");
    assertThat(template.render(args("{\"x\": \"\"}"))).isEqualTo("Hello ");
  }

  @Test
  void singleBracesAreHolesInUrlsOnly() throws Exception {
    assertThat(TextTemplate.parse("{id}").constant()).isEqualTo("{id}");
    assertThat(TextTemplate.parseUrl("{a.b}").only().pathText()).isEqualTo("a.b");
    assertThat(TextTemplate.parseUrl("{a.b}").only().root()).isEqualTo("args");
    for (String bad : new String[] {"{", "}", "a{}", "{a", "{a}}", "{a b}", "{a:[0-9]+}"}) {
      assertThat(catchThrowableOfType(TemplateException.class, () -> TextTemplate.parseUrl(bad)))
          .as(bad)
          .isNotNull();
    }
  }
}
