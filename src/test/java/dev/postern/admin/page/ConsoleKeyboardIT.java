package dev.postern.admin.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Keyboard;
import dev.postern.testing.server.RunningPostern;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The console without a mouse. */
class ConsoleKeyboardIT {
  private static final String FOCUSED =
      "() => document.activeElement.id || document.activeElement.className"
          + " || document.activeElement.tagName";

  @Test
  void aToolIsFoundChangedSavedAndTriedByKeysAlone() throws Exception {
    try (Chromium chromium = Chromium.start(ConsoleKeyboardIT.class)) {
      RunningPostern postern = RunningPostern.shared();
      for (String name : List.of("keys.one", "keys.two", "keys.three")) {
        postern.register(
            "{\n\"name\": \""
                + name
                + "\", \"type\": \"static\", \"static\": {\"text\": \"x\"}\n}");
      }
      try (Console console = Console.open(chromium, postern.uri("/admin/"))) {
        Keyboard keys = console.page.keyboard();
        keys.press("/");
        keys.type("keys.");
        assertThat(console.page.locator("#count")).containsText("3 of");
        keys.press("ArrowDown"); // into the list: one, three, two
        keys.press("End");
        keys.press("ArrowUp");
        keys.press("Enter");
        assertThat(console.page.locator("#open-name")).hasText("keys.three");
        assertThat(console.page.locator("#open-name")).isFocused();

        List<String> stops = tabUntil(console, "ace_scroller");
        assertThat(stops).contains("format", "offline");
        keys.press("Enter"); // steps into the editor
        keys.press("Control+End");
        keys.type(" ");
        keys.press("Escape"); // and out of it again
        assertThat(tabUntil(console, "run")).contains("tab-try");
        keys.press("Enter");
        assertThat(console.page.locator(".result pre").first()).hasText("x");
        keys.press("Control+s");
        assertThat(console.toast()).hasText("keys.three saved");

        console.page.focus("#new");
        keys.press("Enter");
        assertThat(console.dialog()).isVisible();
        keys.press("Escape");
        assertThat(console.dialog()).isHidden();
        assertThat(console.page.locator("#new")).isFocused();
        console.assertNothingWentWrong();
      }
    }
  }

  /** Where the focus was on the way; fails where Tab does not lead there. */
  private static List<String> tabUntil(Console console, String end) {
    List<String> stops = new ArrayList<>();
    do {
      console.page.keyboard().press("Tab");
      stops.add((String) console.page.evaluate(FOCUSED));
      assertThat(stops).hasSizeLessThan(40);
    } while (!stops.get(stops.size() - 1).contains(end));
    return stops;
  }
}
