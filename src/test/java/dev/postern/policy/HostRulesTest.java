package dev.postern.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.postern.template.UrlTemplate;
import dev.postern.template.UrlText;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostRulesTest {
  private static final HostRules RULES =
      HostRules.parse(
          "Api.Example.com rate=50/500ms breaker=40% open=2m; *.internal:8443 rate=10/1h;"
              + " *.internal rate=20/1h ; [::1] rate=1/1s; * breaker=60%;");

  private static HostRule of(String url) throws Exception {
    return RULES.of(Host.of(new UrlTemplate(UrlText.parse(url)).origin()));
  }

  @ParameterizedTest
  @CsvSource({
    "https://api.example.com/x, api.example.com",
    "http://API.example.com:81/x, api.example.com",
    "https://a.internal:8443/, *.internal:8443",
    "https://a.b.internal/, *.internal",
    "https://internal/, *",
    "https://api.example.com.evil.example/, *",
    "http://[::1]:80/, [::1]"
  })
  void theFirstThatFitsHolds(String url, String pattern) throws Exception {
    assertThat(of(url).pattern()).isEqualTo(pattern);
  }

  @Test
  void aRuleSaysWhatItSays() throws Exception {
    assertThat(of("https://api.example.com/"))
        .isEqualTo(
            new HostRule("api.example.com", 50, Duration.ofMillis(500), 40, Duration.ofMinutes(2)));
    assertThat(of("https://x.example/").limitsRate()).isFalse();
    assertThat(of("https://a.internal/").breaksCircuit()).isFalse();
  }

  @Test
  void theUsualPortIsThePortThatIsNotNamed() throws Exception {
    HostRules rules = HostRules.parse("a.example:443 rate=1/1s");
    assertThat(rules.of(new Host("a.example", 443)).limitsRate()).isTrue();
    assertThat(Host.of(new UrlTemplate(UrlText.parse("https://a.example/")).origin()))
        .isEqualTo(new Host("a.example", 443));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.example",
        "a.example rate=0/1s",
        "a.example rate=5",
        "a.example rate=5/0s",
        "a.example rate=5/1y",
        "a.example breaker=0%",
        "a.example breaker=101%",
        "a.example breaker=on",
        "a.example open=5s",
        "a.example limit=5/1s",
        "a.*.example rate=5/1s",
        "https://a.example rate=5/1s",
        "rate=5/1s"
      })
  void whatCannotBeReadIsRefusedWithAnExample(String text) {
    assertThatThrownBy(() -> HostRules.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("write for instance");
  }
}
