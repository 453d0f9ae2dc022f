package dev.postern.admin.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.net.URI;
import java.net.URLEncoder;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The three kinds, and the address that says which of their rows is shown. */
class ConsoleAddressIT extends OpenConsole {
  @Test
  void theBrowsersBackAndForwardLeadThroughWhatWasShown() throws Exception {
    rows("address");
    console = Console.open(chromium, address());
    console.openTool("address");
    console.turnTo("Prompts");
    console.openTool("address");
    assertThat(console.page).hasURL(address() + "#prompt=address");
    console.turnTo("Resources");
    assertThat(console.page.locator("#bench")).isHidden();
    assertThat(console.page).hasTitle("Resources · Postern");

    console.page.goBack();
    assertThat(console.page.locator("#open-name")).hasText("address");
    console.awaitText("messages");
    assertThat(console.page).hasTitle("address · Prompts · Postern");
    console.page.goBack();
    assertThat(console.page.locator("#bench")).isHidden();
    assertThat(console.page.locator("#kind-title")).hasText("Prompts");
    console.page.goBack();
    console.awaitText("static");
    console.page.goForward();
    console.page.goForward();
    console.awaitText("messages");
    console.page.click("#back");
    assertThat(console.page).hasURL(address() + "#prompts");
  }

  @Test
  void anAddressCanBeKeptAndPassedOnWhateverTheName() throws Exception {
    List<String> names = List.of("服务器信息", "a/b 100%", "../x;y=z#?", "<b>bold</b>");
    for (String name : names) {
      rows(name);
    }
    console = Console.open(chromium, address());
    for (String name : names) {
      for (String kind : List.of("Tools", "Prompts", "Resources")) {
        console.turnTo(kind);
        console.openTool(name);
        String noun = kind.toLowerCase(Locale.ROOT).replaceFirst("s$", "");
        String encoded = URLEncoder.encode(name, UTF_8).replace("+", "%20");
        URI kept = URI.create(address() + "#" + noun + "=" + encoded);
        assertThat(console.page).hasURL(kept.toString());
        try (Console another = Console.open(chromium, kept)) {
          assertThat(another.page.locator("#open-name")).hasText(name);
          assertThat(another.page.locator("#kind-title")).hasText(kind);
          assertThat(another.page.locator(".kinds [aria-current]")).containsText(kind);
          assertThat(another.page.locator(".row[aria-selected=true] b")).hasText(name);
          another.assertNothingWentWrong();
        }
      }
    }
  }

  @Test
  void anAddressOfNothingLeadsToTheList() {
    console = Console.open(chromium, address());
    for (String broken : List.of("#what=x", "#prompt", "#tool=%E0%A4%A", "#constructor=x")) {
      console.turnTo("Prompts");
      console.page.evaluate("hash => { location.hash = hash; }", broken);
      assertThat(console.page.locator("#bench")).isHidden();
      assertThat(console.page.locator("#kind-title")).hasText("Tools");
    }
  }

  @Test
  void whoStaysWithUnsavedWorkStaysAtItsAddress() throws Exception {
    rows("staying");
    console = Console.open(chromium, address());
    console.turnTo("Prompts");
    console.openTool("staying");
    console.write("{\n}");
    console.page.click("#to-resources");
    console.choose("Stay");
    assertThat(console.page).hasURL(address() + "#prompt=staying");
    assertThat(console.page.locator(".kinds [aria-current]")).containsText("Prompts");
    assertThat(console.text()).isEqualTo("{\n}");

    console.page.goBack();
    console.choose("Stay");
    assertThat(console.page).hasURL(address() + "#prompt=staying");
    console.page.click("#to-resources");
    console.choose("Discard");
    assertThat(console.page.locator("#kind-title")).hasText("Resources");
    assertThat(console.page.locator("#bench")).isHidden();
  }

  @Test
  void theKindsAreLinksThatKeysReachAndScreenReadersName() throws Exception {
    rows("heard");
    console = Console.open(chromium, address());
    Page page = console.page;
    Locator links = page.getByRole(AriaRole.NAVIGATION).getByRole(AriaRole.LINK);
    assertThat(links).hasCount(3);
    page.focus("#to-tools");
    page.keyboard().press("Tab");
    assertThat(page.locator("#to-prompts")).isFocused();
    page.keyboard().press("Enter");
    assertThat(page.locator("#to-prompts")).hasAttribute("aria-current", "page");
    assertThat(page.locator("#to-prompts")).isFocused();
    assertThat(page.locator("#to-prompts")).hasAccessibleName(Pattern.compile("Prompts \\d+"));
    assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1)))
        .hasText("Prompts");
    assertThat(page.locator("#list")).hasAccessibleName("Prompts");
    assertThat(page.locator("#search")).hasAccessibleName("Search prompts");
    assertThat(page.locator("#count")).containsText("prompt");

    page.keyboard().press("Tab");
    page.keyboard().press("Tab");
    assertThat(page.locator("#new")).isFocused();
    page.keyboard().press("Enter");
    assertThat(console.dialog()).containsText("New prompt");
    page.keyboard().press("Enter"); // the focus stands on the first starter
    assertThat(page.locator("#open-name")).hasText("review");
    assertThat(console.state()).hasText("new");
    assertThat(page.locator("#editor .ace_text-input")).isFocused();
    assertThat(page.locator("#editor .ace_text-input"))
        .hasAccessibleName(Pattern.compile("The prompt's JSON.*"));
  }

  @Test
  void skippingAheadLeavesTheAddressAlone() throws Exception {
    rows("skipping");
    console = Console.open(chromium, address());
    console.openTool("skipping");
    console.page.focus("#skip-list");
    console.page.keyboard().press("Enter");
    assertThat(console.page.locator("#search")).isFocused();
    console.page.focus("#skip-work");
    console.page.keyboard().press("Enter");
    assertThat(console.page.locator("#work")).isFocused();
    assertThat(console.page.locator("#open-name")).hasText("skipping");
    assertThat(console.page).hasURL(address() + "#tool=skipping");
  }

  /** One row of each kind under one name. */
  private static void rows(String name) throws Exception {
    postern.register(tool(name, "x"));
    postern.register(
        "prompts",
        "{\n\"name\": \"%s\", \"messages\": [{\"role\": \"user\", \"content\": \"x\"}]\n}"
            .formatted(name));
    postern.register(
        "resources",
        "{\n\"name\": \"%s\", \"uri\": \"rows:%s\", \"text\": \"x\"\n}"
            .formatted(name, Integer.toHexString(name.hashCode())));
  }
}
