package dev.postern.admin.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.sun.net.httpserver.HttpServer;
import dev.postern.testing.server.RunningPostern;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** A page of another site, open in the browser of somebody who is logged in to the console. */
class CrossSiteIT {

  /** All that a page can send without being asked by CORS first, and two that are asked. */
  private static final String ATTACK =
      """
      async (admin) => {
        const tool = '{"name":"crosssite.planted","type":"static","static":{"text":"x"}}';
        const with_ = {credentials: 'include', mode: 'no-cors'};
        const outcomes = [];
        const attempt = async (path, options) => {
          try { outcomes.push((await fetch(admin + path, options)).type); }
          catch (error) { outcomes.push('failed'); }
        };
        await attempt('tools', {...with_, method: 'POST', body: tool});
        await attempt('tools', {...with_, method: 'POST', body: new Blob([tool])});
        await attempt('tools', {...with_, method: 'POST', body: new URLSearchParams({a: tool})});
        await attempt('tools', {credentials: 'include', method: 'POST', body: tool,
                                headers: {'Content-Type': 'application/json'}});
        await attempt('tools/crosssite.victim', {credentials: 'include', method: 'DELETE'});
        await attempt('tools', {credentials: 'include'});
        return outcomes;
      }""";

  private static final String FORM =
      """
      <form id="f" method="post" enctype="text/plain" action="%stools">
      <input name='{"name":"crosssite.planted","type":"static","static":{"text":"' value='"}}'>
      </form>""";

  @Test
  void aPageOfAnotherSiteChangesNothingWithTheUsersLogin() throws Exception {
    try (Chromium chromium = Chromium.start(CrossSiteIT.class)) {
      RunningPostern postern = RunningPostern.shared();
      String admin = postern.uri("/admin/").toString();
      HttpServer site =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      site.createContext(
          "/",
          exchange -> {
            byte[] page = FORM.formatted(admin).getBytes(UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/html");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
          });
      site.start();
      try {
        postern.register(
            "{\"name\":\"crosssite.victim\",\"type\":\"static\",\"static\":{\"text\":\"x\"}}");
        // Another site by its name, and another origin of the same site by its port.
        for (String host : List.of("localhost", "127.0.0.1")) {
          attack(chromium, admin, "http://" + host + ":" + site.getAddress().getPort() + "/");
        }
        assertThat(postern.admin("GET", "/admin/tools/crosssite.planted", null).statusCode())
            .isEqualTo(404);
        assertThat(postern.admin("GET", "/admin/tools/crosssite.victim", null).body())
            .contains("\"enabled\":true");
      } finally {
        site.stop(0);
      }
    }
  }

  private static void attack(Chromium chromium, String admin, String elsewhere) {
    try (BrowserContext context = chromium.browser().newContext(Console.options())) {
      Page console = context.newPage();
      console.navigate(admin);
      console.waitForSelector("html[data-ready]");
      Page page = context.newPage();
      List<Integer> statuses = new CopyOnWriteArrayList<>();
      page.onResponse((Response answer) -> note(answer, admin, statuses));
      page.navigate(elsewhere);

      String outcomes = page.evaluate(ATTACK, admin).toString();
      assertThat(outcomes).matches("\\[((opaque|failed)(, |])){6}"); // nothing can be read
      assertThat(statuses).isNotEmpty().isSubsetOf(401, 403);
      Response submitted =
          page.waitForResponse(
              admin + "tools", () -> page.evaluate("() => document.getElementById('f').submit()"));
      // Not 401: the browser sent the login along with the form, and it was refused all the same.
      assertThat(submitted.status()).isEqualTo(403);
    }
  }

  private static void note(Response answer, String admin, List<Integer> statuses) {
    if (answer.url().startsWith(admin)) {
      statuses.add(answer.status());
    }
  }
}
