package dev.postern.admin.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What people do in the console, from login to taking a tool offline. */
class ConsoleIT extends OpenConsole {
  @Test
  void nobodyGetsInWithoutLogin() {
    for (String password : List.of("", "wrong")) {
      Browser.NewContextOptions options = new Browser.NewContextOptions();
      if (!password.isEmpty()) {
        options.setHttpCredentials("ops", password);
      }
      try (var context = chromium.browser().newContext(options)) {
        Page page = context.newPage();
        assertThat(page.request().get(address().toString()).status()).isEqualTo(401);
      }
    }
  }

  @Test
  void aToolIsCreatedTriedChangedTakenOfflineAndBroughtBack() throws Exception {
    console = Console.open(chromium, address());
    console.page.click("#starters button:has-text('Static answer')");
    console.write(tool("console.life", "Hello {{args.who}}"));
    assertThat(console.state()).hasText("new");
    console.page.getByLabel("who").fill("Ada");
    console.page.click("#run");
    assertThat(console.page.locator(".result pre").first()).hasText("Hello Ada");
    console.save();
    assertThat(console.toast()).hasText("console.life is live");
    assertThat(listed()).contains("console.life");

    console.write(tool("console.life", "Bye {{args.whom}}"));
    assertThat(console.page.locator("#problems-title")).hasText("1 problem");
    assertThat(console.page.locator(".ace_gutter-cell.ace_error")).hasText("6");
    console.picture("mistake");
    console.save();
    assertThat(console.toast()).containsText("Not saved");
    console.page.click("#problem-list button");
    assertThat(console.page.locator(".ace_gutter-active-line")).hasText("6");

    console.write(tool("console.life", "Bye {{args.who}}"));
    assertThat(console.page.locator("#problems-title")).hasText("No problems");
    console.page.keyboard().press("Control+s");
    assertThat(console.toast()).hasText("console.life saved");
    console.page.click("#offline");
    assertThat(console.state()).hasText("offline");
    assertThat(console.row("console.life").locator(".badge")).hasText("offline");
    assertThat(listed()).doesNotContain("console.life");
    console.page.click("#offline");
    assertThat(console.state()).hasText("live");
    assertThat(listed()).contains("console.life");
  }

  @Test
  void theEditorKnowsTheLanguage() {
    console = Console.open(chromium, address());
    console.page.click("#starters button:has-text('HTTP request')");
    console.write("{\n  \"type\": \"http\",\n  \"http\": {\n    \n  }\n}");
    console.page.keyboard().press("ArrowUp");
    console.page.keyboard().press("ArrowUp");
    console.page.keyboard().press("End");
    console.page.keyboard().type("tim");
    assertThat(console.page.locator(".ace_autocomplete")).containsText("timeoutMs");
    console.picture("completion");
    console.page.keyboard().press("Enter");
    console.awaitText("\"timeoutMs\": ");
    console.page.click("#tab-help");
    assertThat(console.page.locator("#panel-help")).containsText("in milliseconds");
  }

  @Test
  void theEditorKnowsBlocksOfSeveralForms() {
    console = Console.open(chromium, address());
    console.page.click("#starters button:has-text('HTTP request')");
    console.write("{\n  \"type\": \"http\",\n  \"policy\": {\"rateLimit\": [{\n    \n  }]}\n}");
    console.page.keyboard().press("ArrowUp");
    console.page.keyboard().press("ArrowUp");
    console.page.keyboard().press("End");
    console.page.keyboard().type("per");
    assertThat(console.page.locator(".ace_autocomplete")).containsText("perMs");
    console.page.keyboard().press("Enter");
    console.awaitText("\"perMs\": ");
  }

  @Test
  void aFailedCallIsShownAsOne() {
    console = Console.open(chromium, address());
    console.page.click("#starters button:has-text('HTTP request')");
    console.write(
        """
        {"name": "console.refused", "type": "http",
         "http": {"url": "http://127.0.0.1:1/nothing", "timeoutMs": 2000}}""");
    assertThat(console.page.locator("#panel-try")).containsText("takes no arguments");
    console.page.click("#run");
    assertThat(console.page.locator(".result.failed header")).containsText("answers with an error");
    console.picture("failed-call");
  }

  @Test
  void argumentsThatDoNotFitAreMarkedAtTheirField() throws Exception {
    postern.register(tool("console.arguments", "x").replace("\"string\"", "\"integer\""));
    console = Console.open(chromium, address());
    console.openTool("console.arguments");
    console.page.getByLabel("who").fill("many");
    console.page.click("#run");
    assertThat(console.page.locator(".field .wrong")).containsText("integer");
    assertThat(console.page.getByLabel("who")).hasAttribute("aria-invalid", "true");
  }

  @Test
  void anyNameCanBeEdited() throws Exception {
    for (String name : List.of("服务器信息", "a/b 100%", "../x;y", "<b>bold</b>")) {
      postern.register(tool(name, "x"));
    }
    console = Console.open(chromium, address());
    for (String name : List.of("服务器信息", "a/b 100%", "../x;y", "<b>bold</b>")) {
      console.openTool(name);
      console.page.reload();
      assertThat(console.page.locator("#open-name")).hasText(name);
    }
  }

  @Test
  void theHeaderTellsWhereClientsConnectAndWhoIsLoggedIn() {
    console = Console.open(chromium, address());

    assertThat(console.page.locator("#mcp-url")).hasText(postern.uri("/mcp").toString());
    assertThat(console.page.locator(".facts")).containsText("ops");
    assertThat(console.page.locator(".facts")).containsText("H2");
  }

  @Test
  void thePageFitsANarrowScreenAndADarkOne() throws Exception {
    postern.register(tool("console.narrow", "x"));
    console =
        Console.open(
            chromium,
            address(),
            Console.options().setViewportSize(390, 844).setColorScheme(ColorScheme.DARK));
    console.picture("narrow-list");
    console.openTool("console.narrow");
    console.picture("narrow-tool");
    assertThat(console.page.locator("#search")).isHidden();
    assertThat(
            (Boolean)
                console.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
        .isTrue();
    console.page.click("#back");
    assertThat(console.page.locator("#search")).isVisible();
    assertThat(console.page.evaluate("() => getComputedStyle(document.body).backgroundColor"))
        .isEqualTo("rgb(16, 21, 20)");
  }

  @Test
  void withoutTheSlashThePageIsFoundToo() {
    console = Console.open(chromium, postern.uri("/admin"));

    assertThat(console.page.url()).endsWith("/admin/");
    console.page.waitForSelector(".row", new Page.WaitForSelectorOptions());
  }
}
