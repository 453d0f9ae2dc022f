package dev.postern.admin.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.postern.message.Json;
import dev.postern.testing.server.RunningPostern;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What people do in the console, from login to taking a tool offline. */
class ConsoleIT {
  private static RunningPostern postern;
  private static Chromium chromium;

  private Console console;

  @BeforeAll
  static void start() {
    chromium = Chromium.start(ConsoleIT.class);
    postern = RunningPostern.shared();
  }

  @AfterAll
  static void stop() {
    if (chromium != null) {
      chromium.close();
    }
  }

  @AfterEach
  void nothingWentWrongBehindThePage() {
    if (console != null) {
      try (Console closed = console) {
        closed.assertNothingWentWrong();
      }
    }
  }

  private static URI address() {
    return postern.uri("/admin/");
  }

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
  void twoEditorsOfOneToolAreShownBothVersions() throws Exception {
    postern.register(tool("console.conflict", "first"));
    console = Console.open(chromium, address());
    console.openTool("console.conflict");
    console.write(tool("console.conflict", "mine"));
    postern.register(tool("console.conflict", "theirs"));
    console.save();

    assertThat(console.dialog()).containsText("Somebody else changed this tool");
    assertThat(console.dialog().locator("pre").first()).containsText("\"mine\"");
    assertThat(console.dialog().locator("pre").last()).containsText("\"theirs\"");
    console.picture("conflict");
    console.choose("Go on editing");
    assertThat(stored("console.conflict")).contains("theirs");
    assertThat(console.text()).contains("mine");

    console.save();
    console.choose("Overwrite with mine");
    assertThat(console.toast()).hasText("console.conflict saved");
    assertThat(stored("console.conflict")).contains("mine");

    console.write(tool("console.conflict", "mine again"));
    postern.register(tool("console.conflict", "theirs again"));
    console.save();
    console.choose("Take the stored version");
    assertThat(console.text()).contains("theirs again");
  }

  @Test
  void whatOthersChangeAppearsByItself() throws Exception {
    console = Console.open(chromium, address());
    console.page.fill("#search", "console.appears");
    assertThat(console.row("console.appears")).hasCount(0);

    postern.register(tool("console.appears", "one"));
    assertThat(console.row("console.appears").locator(".badge")).hasText("live");
    console.row("console.appears").click();
    postern.register(tool("console.appears", "two"));
    assertThat(console.toast()).containsText("Somebody else changed this tool");
    assertThat(console.text()).contains("two");

    console.write(tool("console.appears", "unsaved"));
    postern.register(tool("console.appears", "three"));
    assertThat(console.page.locator("#banner")).containsText("while you edit");
    assertThat(console.text()).contains("unsaved");
    postern.admin("DELETE", "/admin/tools/console.appears", null);
    assertThat(console.row("console.appears").locator(".badge")).hasText("offline");
  }

  @Test
  void unsavedChangesAreNotLostByAccident() throws Exception {
    postern.register(tool("console.unsaved", "a"));
    postern.register(tool("console.other", "b"));
    console = Console.open(chromium, address());
    console.openTool("console.unsaved");
    console.write(tool("console.unsaved", "changed"));

    console.page.fill("#search", "console.");
    console.row("console.other").click();
    assertThat(console.dialog()).containsText("unsaved changes");
    console.page.keyboard().press("Escape");
    assertThat(console.text()).contains("changed");
    console.row("console.other").click();
    console.choose("Save");
    assertThat(console.page.locator("#tool-name")).hasText("console.other");
    assertThat(stored("console.unsaved")).contains("changed");

    console.write(tool("console.other", "thrown away"));
    console.row("console.unsaved").click();
    console.choose("Discard");
    assertThat(console.page.locator("#tool-name")).hasText("console.unsaved");
    assertThat(stored("console.other")).doesNotContain("thrown away");
  }

  @Test
  void aChangedNameAsksWhatBecomesOfTheOldOne() throws Exception {
    postern.register(tool("console.before", "x"));
    console = Console.open(chromium, address());
    console.openTool("console.before");
    console.write(tool("console.after", "x"));
    console.save();
    console.choose("Rename: take the old one offline");

    assertThat(console.page.locator("#tool-name")).hasText("console.after");
    assertThat(listed()).contains("console.after").doesNotContain("console.before");
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
    assertThat(console.text()).contains("\"timeoutMs\": ");
    console.page.click("#tab-help");
    assertThat(console.page.locator("#panel-help")).containsText("in milliseconds");
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
      assertThat(console.page.locator("#tool-name")).hasText(name);
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

  private static String tool(String name, String text) {
    return """
        {
          "name": "%s",
          "type": "static",
          "inputSchema": {"type": "object", "properties": {"who": {"type": "string"}}},
          "static": {
            "text": "%s"
          }
        }"""
        .formatted(name, text);
  }

  private static String stored(String name) throws Exception {
    return postern.admin("GET", "/admin/tools/" + name, null).body();
  }

  private static List<String> listed() throws Exception {
    String body = postern.send(HttpRequest.newBuilder(postern.uri("/mcp/tools")).build()).body();
    return Json.parse(body).get("tools").findValuesAsText("name");
  }
}
