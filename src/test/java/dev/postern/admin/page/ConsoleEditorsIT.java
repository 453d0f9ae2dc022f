package dev.postern.admin.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Several people, or one in a hurry, at one tool. */
class ConsoleEditorsIT extends OpenConsole {
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
    console.awaitText("theirs again");
  }

  @Test
  void whatOthersChangeAppearsByItself() throws Exception {
    console = Console.open(chromium, address());
    console.page.fill("#search", "console.appears");
    assertThat(console.row("console.appears")).hasCount(0);

    postern.register(tool("console.appears", "one"));
    assertThat(console.row("console.appears").locator(".badge")).hasText("live");
    console.row("console.appears").click();
    console.awaitText("one"); // or the second version is the first that is opened
    postern.register(tool("console.appears", "two"));
    assertThat(console.toast()).containsText("Somebody else changed this tool");
    console.awaitText("two");

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
    assertThat(console.page.locator("#open-name")).hasText("console.other");
    assertThat(stored("console.unsaved")).contains("changed");

    console.write(tool("console.other", "thrown away"));
    console.row("console.unsaved").click();
    console.choose("Discard");
    assertThat(console.page.locator("#open-name")).hasText("console.unsaved");
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

    assertThat(console.page.locator("#open-name")).hasText("console.after");
    assertThat(listed()).contains("console.after").doesNotContain("console.before");
  }
}
