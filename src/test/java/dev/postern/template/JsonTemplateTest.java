package dev.postern.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonTemplateTest {
  private final List<String> reported = new ArrayList<>();

  private final JsonTemplate.Strings strings =
      new JsonTemplate.Strings() {
        @Override
        public TextTemplate text(String text, JsonPointer place) {
          try {
            return TextTemplate.parse(text);
          } catch (TemplateException e) {
            reported.add("text " + place);
            return null;
          }
        }

        @Override
        public void placeholderInName(String name, JsonPointer place) {
          reported.add("name " + place);
        }
      };

  private String render(String template, String args) throws Exception {
    JsonNode values = Json.parse(args);
    JsonNode rendered = JsonTemplate.parse(Json.parse(template), strings).render(root -> values);
    return rendered == null ? null : rendered.toString();
  }

  @Test
  void typesAreKept() throws Exception {
    for (String value :
        List.of("1", "1.10", "1E+7", "true", "null", "\"x\"", "[1]", "{\"a\":{}}")) {
      assertThat(render("{\"v\":\"{{args.v}}\"}", "{\"v\":" + value + "}"))
          .isEqualTo("{\"v\":" + value + "}");
    }
  }

  @Test
  void absentValuesDropTheirKeyOrElement() throws Exception {
    assertThat(
            render("{\"a\":\"{{args.x}}\",\"b\":[\"{{args.x}}\",{\"c\":\"-{{args.x}}\"}]}", "{}"))
        .isEqualTo("{\"b\":[{}]}");
    assertThat(render("\"{{args.x}}\"", "{}")).isNull();
    assertThat(render("{\"a\":\"-{{args.x}}\"}", "{\"x\":null}")).isEqualTo("{}");
  }

  @Test
  void constantsStayAsTheyAre() throws Exception {
    String json = "{\"n\":1.10,\"z\":null,\"l\":[true,{\"s\":\"plain {x} }}\"}],\"e\":{}}";
    assertThat(render(json, "{}")).isEqualTo(json);
    assertThat(render("[\"{{'{{'}}\"]", "{}")).isEqualTo("[\"{{\"]");
  }

  @Test
  void everyMistakeIsReportedWithItsPlace() throws Exception {
    render("{\"a/b\":[0,\"{{\"],\"{{args.k}}\":\"{{args.}}\"}", "{}");
    assertThat(reported).containsExactly("text /a~1b/1", "name /{{args.k}}", "text /{{args.k}}");
  }
}
