package dev.postern.admin.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** One open console, as its user works with it; notes whatever goes wrong behind the page. */
public final class Console implements AutoCloseable {
  private static final Path PICTURES = Path.of("target", "pictures");

  final Page page;
  private final BrowserContext context;
  private final URI address;
  private final List<String> errors = new CopyOnWriteArrayList<>();
  private final List<String> requested = new CopyOnWriteArrayList<>();

  private Console(BrowserContext context, URI address) {
    this.context = context;
    this.address = address;
    page = context.newPage();
    page.setDefaultTimeout(15_000); // everything takes well under a second on an idle machine
    page.onConsoleMessage(
        message -> {
          // Chromium writes a line for each refusal that we provoke; the page has shown it.
          boolean refusal =
              message.text().startsWith("Failed to load resource")
                  && message.text().matches(".*status of 4(00|04|09|12|22) .*");
          if (List.of("error", "warning").contains(message.type()) && !refusal) {
            errors.add(message.text());
          }
        });
    page.onPageError(errors::add);
    page.onRequestFailed(request -> errors.add("failed: " + request.url() + request.failure()));
    page.onRequest((Request request) -> requested.add(request.url()));
  }

  static Console open(Chromium chromium, URI address) {
    return open(chromium, address, options());
  }

  public static Browser.NewContextOptions options() {
    return new Browser.NewContextOptions()
        .setHttpCredentials("ops", "secret")
        .setViewportSize(1440, 900);
  }

  public static Console open(Chromium chromium, URI address, Browser.NewContextOptions options) {
    Console console = new Console(chromium.browser().newContext(options), address);
    console.page.navigate(address.toString());
    console.page.waitForSelector("html[data-ready]");
    return console;
  }

  Locator row(String name) {
    Locator exactly = page.getByText(name, new Page.GetByTextOptions().setExact(true));
    return page.locator(".row").filter(new Locator.FilterOptions().setHas(exactly));
  }

  /** Of the kind that is listed. */
  public void openTool(String name) {
    page.fill("#search", name);
    row(name).click();
    assertThat(page.locator("#open-name")).hasText(name);
  }

  /** By the link above the list; {@code "Prompts"} for instance. */
  void turnTo(String title) {
    page.locator(".kinds a").getByText(title).click();
    assertThat(page.locator("#kind-title")).hasText(title);
  }

  /** Begins a new row from the starter of this title. */
  void begin(String starter) {
    Locator.GetByTextOptions exactly = new Locator.GetByTextOptions().setExact(true);
    page.locator("#starters b").getByText(starter, exactly).click();
    assertThat(state()).hasText("new");
  }

  /** Replaces the editor's text as pasting does. */
  public void write(String text) {
    page.locator("#editor .ace_text-input").focus();
    page.keyboard().press("Control+a");
    page.keyboard().insertText(text);
  }

  String text() {
    return (String) page.evaluate("() => ace.edit(document.getElementById('editor')).getValue()");
  }

  /** Waits, since a stored version comes by a request of its own. */
  void awaitText(String part) {
    page.waitForFunction(
        "part => ace.edit(document.getElementById('editor')).getValue().includes(part)", part);
  }

  public void save() {
    page.click("#save");
  }

  /** What was announced last. */
  public Locator toast() {
    return page.locator("#toast");
  }

  Locator state() {
    return page.locator("#open-state .badge");
  }

  Locator dialog() {
    return page.locator("dialog[open]");
  }

  void choose(String label) {
    dialog().getByText(label, new Locator.GetByTextOptions().setExact(true)).click();
    assertThat(dialog()).isHidden();
  }

  /** A picture for people to look at, in {@code target/pictures}. */
  public void picture(String name) {
    page.screenshot(new Page.ScreenshotOptions().setPath(PICTURES.resolve(name + ".png")));
  }

  /** No error, no violated policy, and not one request to another host, since it was opened. */
  public void assertNothingWentWrong() {
    assertThat(errors).isEmpty();
    String origin = address.getScheme() + "://" + address.getAuthority() + "/";
    assertThat(requested)
        .isNotEmpty()
        .allMatch(url -> url.startsWith(origin) || url.startsWith("data:"));
  }

  @Override
  public void close() {
    context.close();
  }
}
