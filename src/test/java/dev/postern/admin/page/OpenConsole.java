package dev.postern.admin.page;

import dev.postern.message.Json;
import dev.postern.testing.server.RunningPostern;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInfo;

/** Tests that work in one console, which must be without complaint behind the page too. */
class OpenConsole {
  static RunningPostern postern;
  static Chromium chromium;

  Console console;

  @BeforeAll
  static void start(TestInfo test) {
    chromium = Chromium.start(test.getTestClass().orElseThrow());
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

  static URI address() {
    return postern.uri("/admin/");
  }

  /** A static tool whose text stands in line 6. */
  static String tool(String name, String text) {
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

  static String stored(String name) throws Exception {
    return stored("tools", name);
  }

  static String stored(String kind, String name) throws Exception {
    return postern.admin("GET", "/admin/" + kind + "/" + name, null).body();
  }

  /** What clients see of prompts, resources or templates, by this member of theirs. */
  static List<String> listed(String list, String answer, String member) throws Exception {
    return postern.connected().request(list, "{}").get(answer).findValuesAsText(member);
  }

  /** The names that clients see. */
  static List<String> listed() throws Exception {
    HttpRequest list = HttpRequest.newBuilder(postern.uri("/mcp/tools")).build();
    return Json.parse(postern.send(list).body()).get("tools").findValuesAsText("name");
  }
}
