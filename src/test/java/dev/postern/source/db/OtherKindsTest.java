package dev.postern.source.db;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.catalogue.Call;
import dev.postern.catalogue.CatalogueEntry;
import dev.postern.catalogue.CatalogueEntry.State;
import dev.postern.catalogue.Prompt;
import dev.postern.message.Json;
import dev.postern.security.Principal;
import dev.postern.source.RowStore.Expected;
import dev.postern.testing.database.DatabaseKind;
import dev.postern.testing.database.TestDatabase;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Prompts and resources are rows like tools. The mechanism is the same, so one walk through a row's
 * life shows that it is in place.
 */
@ParameterizedClass
@EnumSource(
    value = DatabaseKind.class,
    names = {"H2", "POSTGRESQL", "MYSQL", "MARIADB"})
class OtherKindsTest {
  @Parameter private DatabaseKind kind;

  @Test
  void aRowTypedIntoTheDatabaseLivesLikeATools() throws Exception {
    TestDatabase database = kind.freshDatabase();
    try (Node node = Node.ready(database)) {
      database.type(
          "INSERT INTO mcp_prompt (name, config_json) VALUES ('p', '{\"echo\":{\"text\":\"one\"}}')",
          "INSERT INTO mcp_resource (name, config_json) VALUES ('r',"
              + " '{\"uri\":\"u://r\",\"echo\":{\"text\":\"one\"}}')");
      assertThat(soon(() -> "one".equals(text(node, "p")) && resource(node) != null)).isTrue();

      database.type("UPDATE mcp_prompt SET config_json = '{\"echo\":{\"text\":\"two\"}}'");
      assertThat(soon(() -> "two".equals(text(node, "p")))).isTrue();
      database.type("UPDATE mcp_prompt SET config_json = '{\"echo\":{\"text\":2}}'");
      assertThat(soon(() -> prompt(node, "p").state() == State.BROKEN)).isTrue();
      assertThat(text(node, "p")).isEqualTo("two");
      assertThat(prompt(node, "p").problems().get(0).pointer()).isEqualTo("/echo/text");
      database.type("UPDATE mcp_prompt SET name = 'q'");
      assertThat(soon(() -> "two".equals(text(node, "q")) && prompt(node, "p") == null)).isTrue();
      assertThat(prompt(node, "q").live().definition().path("name").textValue()).isEqualTo("q");

      database.type("UPDATE mcp_resource SET enabled = 0");
      assertThat(soon(() -> node.live.current().resource("u://r").isEmpty())).isTrue();
      database.type("DELETE FROM mcp_resource", "DELETE FROM mcp_prompt");
      assertThat(soon(() -> prompt(node, "q") == null && resource(node) == null)).isTrue();

      node.prompts.save("saved", true, "{\"echo\":{\"text\":\"x\"}}", new Expected.Absent());
      assertThat(text(node, "saved")).isEqualTo("x");
    }
  }

  @Test
  void tablesThatVanishAreEmptyAndTheToolsStay() throws Exception {
    TestDatabase database = kind.freshDatabase();
    try (Node node = Node.ready(database)) {
      node.prompts.save("p", true, "{\"echo\":{\"text\":\"x\"}}", new Expected.Absent());
      database.type("DROP TABLE mcp_prompt", "DROP TABLE mcp_resource");
      assertThat(soon(() -> prompt(node, "p") == null)).isTrue();
      node.store.save("tool", true, Node.json("one"), new Expected.Absent());
      assertThat(node.call("tool")).isEqualTo("one");

      Scripts.runByHand(kind, database);
      node.prompts.save("p", true, "{\"echo\":{\"text\":\"again\"}}", new Expected.Absent());
      assertThat(text(node, "p")).isEqualTo("again");
    }
  }

  /** How soon it must be is CatalogueTest's business. */
  private static boolean soon(BooleanSupplier condition) {
    return Node.within(Duration.ofSeconds(10), condition);
  }

  private static CatalogueEntry<Prompt> prompt(Node node, String name) {
    return node.live.current().prompts().entries().get(name);
  }

  private static CatalogueEntry<?> resource(Node node) {
    return node.live.current().resources().entries().get("r");
  }

  private static String text(Node node, String name) {
    Prompt prompt = node.live.current().prompts().get(name);
    try {
      return prompt == null
          ? null
          : prompt
              .binding()
              .call(new Call(Json.object(), Principal.ANONYMOUS))
              .json()
              .at("/content/0/text")
              .textValue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
