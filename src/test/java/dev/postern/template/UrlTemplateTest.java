package dev.postern.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UrlTemplateTest {

  private static String target(String url, ObjectNode args) throws Exception {
    return new UrlTemplate(UrlText.parse(url)).render(root -> args);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "http://h /",
        "http://h/ /",
        "http://h?a=1 /?a=1",
        "http://h/?a&&b=&c=%20+ /?a&b=&c=%20+",
        "http://h/a//b/ /a//b/",
        "http://h/\u00e9%C3%A9%zz /%C3%A9%C3%A9%25zz",
        "http://h/a:b@c;d=e,f /a:b@c;d=e,f",
        "http://h/x?r=http://x/y?z /x?r=http://x/y?z",
        "http://h/x?r=[1]\"<> /x?r=%5B1%5D%22%3C%3E",
      })
  void whatTheAuthorWroteIsKeptAndCompleted(String url, String expected) throws Exception {
    assertThat(target(url, Json.object())).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "http://h,http://h",
    "HTTPS://H:8443/x,https://H:8443",
    "http://[fe80::1]:80/x,http://[fe80::1]:80",
    "http://b\u00fccher.example/x,http://xn--bcher-kva.example",
  })
  void originsAreRead(String url, String expected) throws Exception {
    assertThat(UrlText.parse(url).origin()).hasToString(expected);
  }

  /** For any value: it arrives as itself in its place, and nothing else moves. */
  @Test
  void anyValueArrivesAsItself() throws Exception {
    Random random = new Random(20261120);
    UrlTemplate url = new UrlTemplate(UrlText.parse("http://h/a/{v}/b/x{v}?p={v}&q=<{v}>"));
    for (int round = 0; round < 20_000; round++) {
      String value = anyText(random);
      if (value.isEmpty() || value.equals(".") || value.equals("..")) {
        continue;
      }
      ObjectNode args = Json.object().put("v", value);
      String target = url.render(root -> args);
      assertThat(target).matches("[!-~]+");
      String[] halves = target.split("\\?", -1);
      assertThat(halves).hasSize(2);
      String[] segments = halves[0].split("/", -1);
      assertThat(segments).hasSize(5);
      assertThat(decode(segments[2])).isEqualTo(value);
      assertThat(decode(segments[4])).isEqualTo("x" + value);
      String[] pairs = halves[1].split("&", -1);
      assertThat(pairs).hasSize(2);
      assertThat(decode(pairs[0])).isEqualTo("p=" + value);
      assertThat(decode(pairs[1])).isEqualTo("q=<" + value + ">");
    }
  }

  private static String decode(String encoded) {
    return URLDecoder.decode(encoded, StandardCharsets.UTF_8);
  }

  private static String anyText(Random random) {
    String nasty = "./%\\?#&=+;:@{}[]\"'<> \t\r\n\u0000,~-_$!*()";
    StringBuilder text = new StringBuilder();
    for (int length = random.nextInt(8); length > 0; length--) {
      switch (random.nextInt(3)) {
        case 0 -> text.append(nasty.charAt(random.nextInt(nasty.length())));
        case 1 -> text.append((char) ('a' + random.nextInt(26)));
        default -> {
          int point = random.nextInt(Character.MAX_CODE_POINT + 1);
          text.appendCodePoint(Character.isSurrogate((char) point) && point < 65536 ? 'x' : point);
        }
      }
    }
    return text.toString();
  }
}
