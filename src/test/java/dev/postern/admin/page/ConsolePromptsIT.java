package dev.postern.admin.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.testing.service.Answer;
import dev.postern.testing.service.RecordingService;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What people do in the console with prompts. */
class ConsolePromptsIT extends OpenConsole {
  @Test
  void aPromptIsCreatedTriedChangedTakenOfflineAndBroughtBack() throws Exception {
    console = Console.open(chromium, address());
    console.turnTo("Prompts");
    console.begin("Messages");
    console.write(prompt("console.ask", "user", "About {{args.topic}}:\\n{{args.text}}"));
    console.page.getByLabel("topic").fill("Tea");
    console.page.locator(".field textarea").fill("Two lines\nof it");
    console.page.click("#run");
    assertThat(console.page.locator(".result h4").first()).hasText("The user says");
    assertThat(console.page.locator(".result pre").first()).hasText("About Tea:\nTwo lines\nof it");
    console.picture("prompt");
    console.save();
    assertThat(console.toast()).hasText("console.ask is live");
    assertThat(names()).contains("console.ask");

    console.write(prompt("console.ask", "assistent", "{{args.topc}}"));
    assertThat(console.page.locator("#problems-title")).hasText("2 problems");
    assertThat(console.page.locator("#problem-list")).containsText("/messages/0/role");
    assertThat(console.page.locator(".ace_gutter-cell.ace_error")).hasText("6");
    console.save();
    assertThat(console.toast()).containsText("Not saved");
    assertThat(stored("prompts", "console.ask")).doesNotContain("assistent");

    console.write(prompt("console.ask", "assistant", "On {{args.topic}}"));
    assertThat(console.page.locator("#problems-title")).hasText("No problems");
    console.page.keyboard().press("Control+s");
    assertThat(console.toast()).hasText("console.ask saved");
    console.page.click("#offline");
    assertThat(console.state()).hasText("offline");
    assertThat(console.row("console.ask").locator(".badge")).hasText("offline");
    assertThat(names()).doesNotContain("console.ask");
    console.page.click("#offline");
    assertThat(console.state()).hasText("live");
    assertThat(names()).contains("console.ask");
  }

  @Test
  void anArgumentThatIsMissingIsMarkedAtItsField() throws Exception {
    postern.register("prompts", prompt("console.must", "user", "{{args.topic}}"));
    console = Console.open(chromium, address());
    console.turnTo("Prompts");
    console.openTool("console.must");
    console.page.click("#run");

    assertThat(console.page.locator(".field .wrong").first()).hasText("is missing");
    assertThat(console.page.getByLabel("topic")).hasAttribute("aria-invalid", "true");
    assertThat(console.page.locator(".result")).containsText("do not fit the prompt");
  }

  @Test
  void messagesOfAServiceAreTriedBeforeTheyAreSaved() {
    try (RecordingService service = RecordingService.start()) {
      service.answer(
          Answer.json(
              "{\"messages\":[{\"role\":\"assistant\","
                  + "\"content\":{\"type\":\"text\",\"text\":\"All quiet\"}}]}"));
      console = Console.open(chromium, address());
      console.turnTo("Prompts");
      console.begin("From a service");
      console.write(
          """
          {"name": "console.served", "arguments": [{"name": "site"}],
           "http": {"url": "%s", "query": {"site": "{{args.site}}"}}}"""
              .formatted(service.url("/handover")));
      console.page.getByLabel("site").fill("BER 1");
      console.page.click("#run");
      assertThat(console.page.locator(".result h4")).hasText("The assistant says");
      assertThat(console.page.locator(".result pre").first()).hasText("All quiet");
      assertThat(service.last().target()).isEqualTo("/handover?site=BER%201");

      service.answer(Answer.empty(503));
      console.page.click("#run");
      assertThat(console.page.locator(".result.failed header"))
          .containsText("The prompt answers with an error");
    }
  }

  @Test
  void theEditorKnowsTheLanguageOfPrompts() {
    console = Console.open(chromium, address());
    console.turnTo("Prompts");
    console.begin("Messages");
    console.write(
        "{\n  \"arguments\": [{\"name\": \"topic\"}],\n  \"messages\": [{\"role\": \"user\",\n"
            + "    \"content\": \"\"}],\n  \n}");
    console.page.keyboard().press("ArrowUp");
    console.page.keyboard().press("End");
    console.page.keyboard().type("compl");
    assertThat(console.page.locator(".ace_autocomplete")).containsText("completions");
    console.page.keyboard().press("Escape");
    console.page.keyboard().press("ArrowUp");
    console.page.keyboard().press("End");
    for (int i = 0; i < 4; i++) {
      console.page.keyboard().press("ArrowLeft"); // to between the quotes of "content"
    }
    console.page.keyboard().type("{{");
    console.page.keyboard().press("Control+Space");
    assertThat(console.page.locator(".ace_autocomplete")).containsText("args.topic");
    console.page.keyboard().press("Escape");
    console.page.click("#tab-help");
    assertThat(console.page.locator("#panel-help")).containsText("block as MCP writes it");
  }

  @Test
  void twoEditorsOfOnePromptAreShownBothVersions() throws Exception {
    postern.register("prompts", prompt("console.both", "user", "first"));
    console = Console.open(chromium, address());
    console.turnTo("Prompts");
    console.openTool("console.both");
    console.write(prompt("console.both", "user", "mine"));
    postern.register("prompts", prompt("console.both", "user", "theirs"));
    console.save();

    assertThat(console.dialog()).containsText("Somebody else changed this prompt");
    assertThat(console.dialog().locator("pre").last()).containsText("theirs");
    console.choose("Overwrite with mine");
    assertThat(console.toast()).hasText("console.both saved");
    assertThat(stored("prompts", "console.both")).contains("mine");
  }

  private static List<String> names() throws Exception {
    return listed("prompts/list", "prompts", "name");
  }

  /** A prompt whose only message stands in line 6. */
  private static String prompt(String name, String role, String text) {
    return """
        {
          "name": "%s",
          "arguments": [{"name": "topic", "required": true}, {"name": "text"}],
          "completions": {"topic": ["Tea", "Coffee"]},
          "messages": [
            {"role": "%s", "content": "%s"}
          ]
        }"""
        .formatted(name, role, text);
  }
}
