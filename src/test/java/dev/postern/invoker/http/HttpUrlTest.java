package dev.postern.invoker.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.invoker.ServiceToolCases;
import org.junit.jupiter.api.Test;

/** What only {@code http} has: the URL in one piece. */
class HttpUrlTest extends ServiceToolCases {

  @Override
  protected String type() {
    return "http";
  }

  @Test
  void aUrlInOnePieceIsCalled() {
    String block = "{\"url\": \"%s/w/{c}?u={{args.u}}\"}".formatted(service.url());
    call(tool(schema("[\"c\"]", "c", "u"), block), "{\"c\": \"S\u00e3o Paulo/x\"}");
    assertThat(service.last().target()).isEqualTo("/w/S%C3%A3o%20Paulo%2Fx");
  }

  @Test
  void aUrlIsNeededOnceAndWhole() {
    String schema = schema("[]", "a");
    assertThat(problems(schema, "{}"))
        .singleElement()
        .asString()
        .startsWith("/http/url: is missing");
    assertThat(problems(schema, "{\"url\": \"http://h/\", \"baseUrl\": \"http://h\"}"))
        .singleElement()
        .asString()
        .startsWith("/http/url: must not stand beside");
    assertThat(problems(schema, "{\"url\": \"http://{{args.a}}/\"}"))
        .singleElement()
        .asString()
        .startsWith("/http/url: must not have a placeholder before its path");
    assertThat(problems(schema, "{\"baseUrl\": \"http://h?x=1\", \"path\": \"/x\"}"))
        .singleElement()
        .asString()
        .startsWith("/http/path: ");
  }
}
