package dev.postern.admin.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Keyboard;
import com.microsoft.playwright.Locator;
import dev.postern.message.Json;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.RecordingService;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** "Try it" shows the whole way of a call, and a call becomes a test that is run. */
class ConsoleTrialIT extends OpenConsole {
  private static final List<String> WAY =
      List.of("arguments", "validation", "request", "response", "mapping", "result");

  private final RecordingService service =
      RecordingService.start().answer(Answer.json("{\"items\":[{\"title\":\"Emma\"}]}"));

  @AfterEach
  void stopService() {
    service.close();
  }

  private String search(String name) {
    return """
        {
          "name": "%s",
          "type": "http",
          "inputSchema": {"type": "object", "required": ["q"], "properties": {"q": {"type": "string"}}},
          "http": {
            "method": "POST", "url": "%s/search", "query": {"q": "{{args.q}}"}, "body": {"exact": 1.50},
            "headers": {"Authorization": "{{secrets.OPS_LOGIN}}"}
          },
          "responseMapping": {"jsonPath": {"titles": "$.items[*].title"}}
        }"""
        .formatted(name, service.url());
  }

  private void tried(String name) {
    console = Console.open(chromium, address());
    console.page.click("#starters button:has-text('HTTP request')");
    console.write(search(name));
    console.page.getByLabel("q").fill("jane's book");
    console.page.click("#run");
    assertThat(console.page.locator(".steps")).isVisible();
  }

  private Locator step(String name) {
    return console.page.locator("#panel-try details[data-step=" + name + "]");
  }

  @Test
  void everyStepOfACallIsShown() {
    tried("console.steps");

    assertThat(
            console
                .page
                .locator("#panel-try details[data-step]")
                .evaluateAll("all => all.map(one => one.dataset.step)"))
        .isEqualTo(WAY);
    step("request").locator("summary").click();
    assertThat(step("request")).containsText("POST " + service.url() + "/search?q=jane%27s%20book");
    assertThat(step("request").locator("table")).containsText("[secret]");
    assertThat(step("request").locator("pre").first()).containsText("1.50"); // as it was sent
    assertThat(step("response").locator("summary")).containsText("200");
    step("response").locator("summary").click();
    assertThat(step("response").locator("table")).containsText("application/json");
    assertThat(step("response")).containsText("Emma");
    step("mapping").locator("summary").click();
    assertThat(step("mapping")).containsText("titles");
    String bar = console.page.locator(".timeline svg").getAttribute("aria-label");
    assertThat(bar).matches("Of \\d+ ms: .*Postern \\d+ ms");
    console.picture("steps");
  }

  /** What is copied sends the same once more, to a service that listens. */
  @Test
  void theRequestIsCopiedAsCurl() throws Exception {
    tried("console.curl");
    console.page.context().grantPermissions(List.of("clipboard-read", "clipboard-write"));
    step("request").locator("summary").click();
    console.page.click(".copy-curl");
    assertThat(console.toast()).hasText("Copied");
    String line = (String) console.page.evaluate("() => navigator.clipboard.readText()");

    assertThat(line).startsWith("curl ").doesNotContain("b3BzOnNlY3JldA==");
    assertThat(step("request")).containsText("set SECRET_1");
    ProcessBuilder shell = new ProcessBuilder("sh", "-c", line).redirectErrorStream(true);
    shell.environment().put("SECRET_1", "another");
    Process curl = shell.start();
    assertThat(new String(curl.getInputStream().readAllBytes())).contains("Emma");
    assertThat(service.requests()).hasSize(2);
    assertThat(service.requests().get(1).target()).isEqualTo(service.requests().get(0).target());
    assertThat(service.requests().get(1).bodyText())
        .isEqualTo(service.requests().get(0).bodyText());
    assertThat(service.last().header("Authorization")).isEqualTo("another");
  }

  @Test
  void theStepThatWentWrongIsOpen() {
    service.answer(Answer.json(503, "{\"error\":\"back soon\"}"));
    tried("console.wrong");

    assertThat(step("response")).hasAttribute("open", "");
    assertThat(step("response")).containsText("back soon");
    assertThat(step("request")).not().hasAttribute("open", "");
    assertThat(console.page.locator(".timeline figcaption")).containsText("service");
    console.page.getByLabel("q").fill("");
    console.page.click("#run");
    assertThat(step("validation")).hasAttribute("open", "");
    assertThat(step("validation")).containsText("q");
    assertThat(step("request")).hasCount(0);
  }

  @Test
  void stepsAreOpenedByKeys() {
    tried("console.keys");
    Keyboard keys = console.page.keyboard();
    console.page.focus("#run");
    int stops = 0;
    do {
      keys.press("Tab");
      assertThat(++stops).isLessThan(20);
    } while (!(Boolean)
        console.page.evaluate(
            "() => document.activeElement.parentElement.dataset.step === 'request'"));
    keys.press("Enter");
    assertThat(step("request")).hasAttribute("open", "");
    console.page.focus("#tab-try");
    keys.press("ArrowRight");
    assertThat(console.page.locator("#tab-tests")).isFocused();
    assertThat(console.page.locator("#panel-tests")).isVisible();
    keys.press("ArrowRight");
    assertThat(console.page.locator("#tab-help")).isFocused();
    keys.press("ArrowRight");
    assertThat(console.page.locator("#tab-try")).isFocused();
  }

  @Test
  void aCallBecomesATestWhoseDifferencesAreShown() throws Exception {
    tried("console.tests");
    console.page.click("#keep");
    assertThat(console.page.locator("#run-tests")).isFocused();
    assertThat(console.text()).contains("\"tests\"").contains("1.50"); // as it was written
    console.page.keyboard().press("Enter");
    assertThat(console.page.locator("#tests-sum")).hasText("1 passed");
    assertThat(console.page.locator(".tests > li")).containsText("case 1");
    assertThat(service.requests()).hasSize(1); // the test sends nothing

    console.save();
    assertThat(console.toast()).hasText("console.tests is live");
    JsonNode saved = Json.parse(Json.parse(stored("console.tests")).get("configJson").textValue());
    JsonNode test = saved.at("/tests/0");
    assertThat(test.at("/arguments/q").textValue()).isEqualTo("jane's book");
    assertThat(test.at("/answer/body/items/0/title").textValue()).isEqualTo("Emma");
    assertThat(test.at("/expect/result/structuredContent/titles/0").textValue()).isEqualTo("Emma");

    console.write(console.text().replace("$.items[*].title", "$.items[*].name"));
    console.page.click("#run-tests");
    assertThat(console.page.locator("#tests-sum")).hasText("1 of 1 failed");
    assertThat(console.page.locator(".differing").first()).containsText("/tests/0/expect/result");
    console.picture("tests-failed");
    console.page.locator(".differing button").first().click();
    assertThat(console.page.locator(".ace_text-input")).isFocused();

    console.write(console.text().replaceFirst("\\{", "{\"testsMustPass\": true,"));
    console.save();
    assertThat(console.toast()).containsText("Not saved");
    assertThat(console.page.locator("#problem-list")).containsText("/tests/0/expect/result");
  }

  @Test
  void promptsHaveNoTests() {
    console = Console.open(chromium, address());
    console.page.click("#starters button:has-text('Static answer')");
    console.page.click("#tab-tests");
    assertThat(console.page.locator("#run-tests")).isDisabled();
    console.turnTo("Prompts");
    console.page.locator("#starters button").first().click();
    if (console.dialog().isVisible()) {
      console.choose("Discard");
    }

    assertThat(console.page.locator("#tab-tests")).isHidden();
    assertThat(console.page.locator("#panel-try")).isVisible();
  }
}
