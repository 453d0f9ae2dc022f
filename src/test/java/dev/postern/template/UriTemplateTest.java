package dev.postern.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which URIs a template fits, and what is in its holes then. */
class UriTemplateTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "no",
      value = {
        "test://template/{id}/data | test://template/123/data | {id=123}",
        "test://template/{id}/data | test://template/a%20b%2Fc/data | {id=a b/c}",
        "test://template/{id}/data | test://template/1/2/data | no",
        "test://template/{id}/data | test://template//data | no",
        "test://template/{id}/data | test://template/1/data/ | no",
        "test://template/{id}/data | test://template/%C3%A9/data | {id=é}",
        "test://template/{id}/data | test://template/%C3/data | no",
        "test://template/{id}/data | test://template/%4/data | no",
        "u://{a}-{b} | u://x-y-z | {a=x, b=y-z}",
        "u://{a}/{b} | u://x/y/z | no",
        "u://{x,y} | u://1,2 | {x=1, y=2}",
        "f://{+path} | f://a/b?c#d | {path=a/b?c#d}",
        "f://{+path}/raw | f://a/raw/raw | {path=a/raw}",
        "f://{repo}/{+path}@{rev} | f://r/a/b@c@d | {repo=r, rev=d, path=a/b@c}",
        "f://{repo}/{+path}@{rev} | f://r/@d | no",
        "f://x{#part} | f://x#a/b | {part=a/b}",
        "f://x{/a,b} | f://x/1/2 | {a=1, b=2}",
        "f://x{.ext} | f://x.txt | {ext=txt}",
        "f://x{;a,b} | f://x;a=1;b=2 | {a=1, b=2}",
        "f://x{?a,b} | f://x?a=1&b=2 | {b=2, a=1}",
        "f://x{?a,b} | f://x?b=2&a=1 | {a=1, b=2}",
        "f://x{?a,b} | f://x?b= | {b=}",
        "f://x{?a,b} | f://x | {}",
        "f://x{?a,b} | f://x?c=1 | no",
        "f://x{?a,b} | f://x?a=1&a=2 | no",
        "f://x{?a,b} | f://x&a=1 | no",
        "f://x{?a,b} | f://x?a=1?b=2 | no",
        "f://x?fixed=1{&a} | f://x?fixed=1&a=2 | {a=2}",
        "f://x?fixed=1{&a} | f://x?fixed=1 | {}",
        "f://{id}{?a} | f://7?a=1 | {a=1, id=7}"
      })
  void aTemplateFitsOrDoesNot(String template, String uri, String values) throws Exception {
    assertThat(UriTemplate.parse(template).match(uri).map(Map::toString))
        .isEqualTo(Optional.ofNullable(values));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a://{id",
        "a://id}",
        "a://{}",
        "a://{id:3}",
        "a://{id*}",
        "a://{a}{b}",
        "a://{+a}/{+b}",
        "a://{a}/{a}",
        "a://{?a}/b",
        "a://{?a}{b}",
        "a://{!a}",
        "a://{a b}"
      })
  void whatIsNotUnderstoodIsRefused(String template) {
    assertThatThrownBy(() -> UriTemplate.parse(template)).isInstanceOf(TemplateException.class);
  }

  @Test
  void aHostileUriCostsNoTime() throws Exception {
    UriTemplate template = UriTemplate.parse("a://{a}-{b}-{c}-{d}-{e}-{+f}-{g}-{h}-{i}!");
    long begun = System.nanoTime();
    for (int i = 0; i < 1_000; i++) {
      assertThat(template.match("a://" + "-".repeat(8_000))).isEmpty();
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
    assertThat(UriTemplate.parse("a://{+a}").match("a://" + "x".repeat(10_000))).isEmpty();
  }
}
