package dev.postern.admin.page;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import dev.postern.testing.Prerequisite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The browser of this machine; nothing is downloaded. */
public final class Chromium implements AutoCloseable {
  private static final List<Path> PLACES =
      List.of(
          Path.of("/usr/bin/chromium"),
          Path.of("/usr/bin/chromium-browser"),
          Path.of("/usr/bin/google-chrome"));

  private final Playwright playwright;
  private final Browser browser;

  private Chromium(Playwright playwright, Browser browser) {
    this.playwright = playwright;
    this.browser = browser;
  }

  public static Chromium start(Class<?> test) {
    Path chromium =
        PLACES.stream()
            .filter(Files::isExecutable)
            .findFirst()
            .orElseThrow(
                () ->
                    Prerequisite.missing(
                        test,
                        "it drives Chromium, which is not in /usr/bin; apt install chromium"));
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    // No sandbox: tests in containers run as root, where Chromium's sandbox cannot.
    BrowserType.LaunchOptions options =
        new BrowserType.LaunchOptions()
            .setExecutablePath(chromium)
            .setArgs(List.of("--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"));
    return new Chromium(playwright, playwright.chromium().launch(options));
  }

  public Browser browser() {
    return browser;
  }

  @Override
  public void close() {
    browser.close();
    playwright.close();
  }
}
