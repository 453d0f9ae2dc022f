package dev.postern.admin.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.postern.testing.service.Answer;
import dev.postern.testing.service.RecordingService;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** What people do in the console with resources. */
class ConsoleResourcesIT extends OpenConsole {
  private static final String PIXEL = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

  @Test
  void aTextIsCreatedReadTakenOfflineAndBroughtBack() throws Exception {
    console = Console.open(chromium, address());
    console.turnTo("Resources");
    console.begin("Text");
    console.write(text("console.rules", "docs://console.rules", "Be kind."));
    assertThat(console.page.locator("#panel-try")).containsText("no variables");
    console.page.click("#run");
    assertThat(console.page.locator(".result h4")).hasText("docs://console.rules · text/plain");
    assertThat(console.page.locator(".result pre").first()).hasText("Be kind.");
    console.save();
    assertThat(console.toast()).hasText("console.rules is live");
    assertThat(console.row("console.rules")).containsText("docs://console.rules");
    assertThat(listed("resources/list", "resources", "uri")).contains("docs://console.rules");
    console.page.click("#offline");
    assertThat(console.state()).hasText("offline");
    assertThat(listed("resources/list", "resources", "uri")).doesNotContain("docs://console.rules");
    console.page.click("#offline");
    assertThat(console.state()).hasText("live");
  }

  @Test
  void aTemplateIsReadAtTheUriThatItsVariablesMake() throws Exception {
    console = Console.open(chromium, address());
    console.turnTo("Resources");
    console.begin("Template");
    console.write(
        """
        {"name": "console.echo", "uriTemplate": "console-echo://{word}/{+path}{?first,second}",
         "json": {"word": "{{args.word}}", "path": "{{args.path}}", "second": "{{args.second}}",
                  "asked": "{{args.uri}}"},
         "completions": {"word": ["alpha", "beta"]}}""");
    console.page.getByLabel("second").fill("50 % (or so)");
    console.page.click("#run");
    assertThat(console.page.getByLabel("word")).hasAttribute("aria-invalid", "true");
    assertThat(console.page.getByLabel("path")).hasAttribute("aria-invalid", "true");
    assertThat(console.page.locator("datalist option").first()).hasAttribute("value", "alpha");

    console.page.getByLabel("word").fill("a/ü");
    console.page.getByLabel("path").fill("b/c");
    String uri = "console-echo://a%2F%C3%BC/b/c?second=50%20%25%20%28or%20so%29";
    assertThat(console.page.locator(".uri output")).hasText(uri);
    console.page.click("#run");
    assertThat(console.page.locator(".result h4")).hasText(uri + " · application/json");
    assertThat(console.page.locator(".result pre").first()).containsText("\"a/ü\"");
    assertThat(console.page.locator(".result pre").first()).containsText("\"b/c\"");
    assertThat(console.page.locator(".result pre").first()).containsText("\"50 % (or so)\"");
    console.picture("template");
    console.save();
    assertThat(console.toast()).hasText("console.echo is live");
    assertThat(listed("resources/templates/list", "resourceTemplates", "name"))
        .contains("console.echo");
  }

  @Test
  void aServiceIsReadBeforeItIsSavedAndBytesAreShownAsWhatTheyAre() {
    try (RecordingService service = RecordingService.start()) {
      console = Console.open(chromium, address());
      console.turnTo("Resources");
      console.begin("From a service");
      console.write(
          "{\"name\": \"console.stock\", \"uri\": \"stock://console\", \"http\": {\"url\": \"%s\"}}"
              .formatted(service.url("/levels")));
      service.answer(Answer.json("{\"bolts\": 7}"));
      console.page.click("#run");
      assertThat(console.page.locator(".result pre").first()).hasText("{\n  \"bolts\": 7\n}");

      service.answer(Answer.of(200, new byte[] {1, 2, 3, 4}, "Content-Type: application/x-bin"));
      console.page.click("#run");
      assertThat(console.page.locator(".result p")).hasText("4 bytes");

      byte[] pixel = Base64.getDecoder().decode(PIXEL);
      service.answer(Answer.of(200, pixel, "Content-Type: image/gif"));
      console.page.click("#run");
      Locator image = console.page.locator(".result img");
      assertThat(image).isVisible();
      assertThat(image.evaluate("img => img.decode().then(() => img.naturalWidth)")).isEqualTo(1);

      service.answer(Answer.empty(404));
      console.page.click("#run");
      assertThat(console.page.locator(".result.failed header"))
          .containsText("The resource answers with an error");
    }
  }

  @Test
  void aRowThatDoesNotServeSaysWhyUntilItDoes() throws Exception {
    postern.register("resources", text("console.older", "docs://console.twice", "a"));
    postern.register("resources", text("console.younger", "docs://console.twice", "b"));
    console = Console.open(chromium, address());
    assertThat(console.page.locator("#count-resources")).containsText("broken");
    console.turnTo("Resources");
    assertThat(console.row("console.younger")).containsText("console.older");
    console.openTool("console.younger");
    assertThat(console.state()).hasText("broken");
    assertThat(console.page.locator("#problem-list")).containsText("does not serve");
    console.picture("does-not-serve");

    postern.admin("DELETE", "/admin/resources/console.older", null);
    assertThat(console.state()).hasText("live");
    assertThat(console.page.locator("#problems-title")).hasText("No problems");
  }

  @Test
  void whatIsNotJsonIsMarkedWhereItBreaksAndNotTried() {
    console = Console.open(chromium, address());
    console.turnTo("Resources");
    console.begin("Text");
    console.write("{\n  \"name\": \"console.bad\",\n  \"uri\": docs\n}");

    assertThat(console.page.locator("#problem-list")).containsText("Line 3");
    console.page.click("#run");
    assertThat(console.page.locator(".result.failed")).containsText("Not JSON at line 3");
    console.save();
    assertThat(console.toast()).containsText("Not saved");
    console.page.click("#format");
    assertThat(console.toast()).containsText("not JSON yet");
  }

  @Test
  void aRowFromATableWithoutLineBreaksIsLaidOutInTheOrderThatPeopleWrite() throws Exception {
    postern.register(
        "resources",
        "{\"text\": \"x\", \"uri\": \"docs://console.flat\", \"mimeType\": \"text/plain\", "
            + "\"name\": \"console.flat\"}");
    console = Console.open(chromium, address());
    console.turnTo("Resources");
    console.openTool("console.flat");

    assertThat(console.text().replaceAll("\\s+", ""))
        .isEqualTo(
            "{\"name\":\"console.flat\",\"uri\":\"docs://console.flat\","
                + "\"mimeType\":\"text/plain\",\"text\":\"x\"}");
    assertThat(console.page.locator("#save")).isDisabled();
  }

  private static String text(String name, String uri, String text) {
    return "{\n\"name\": \"%s\",\n\"uri\": \"%s\",\n\"text\": \"%s\"\n}".formatted(name, uri, text);
  }
}
