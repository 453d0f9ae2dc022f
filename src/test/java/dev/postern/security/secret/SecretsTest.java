package dev.postern.security.secret;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.security.Secrets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SecretsTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "POSTERN_SECRET_TOKEN", "prefixed",
          "TOKEN", "bare",
          "DB_PASSWORD", "of the server",
          "CRM_TOKEN", "listed");

  @Test
  void onlyPrefixedVariablesAreReadByDefault() {
    Secrets secrets = new EnvironmentSecrets(ENVIRONMENT, Set.of());
    assertThat(secrets.find("TOKEN")).contains("prefixed");
    assertThat(secrets.find("DB_PASSWORD")).isEmpty();
    assertThat(secrets.find("CRM_TOKEN")).isEmpty();
    assertThat(secrets.find("PATH")).isEmpty();
  }

  @Test
  void listedVariablesAreReadByTheirOwnName() {
    Secrets secrets = new EnvironmentSecrets(ENVIRONMENT, Set.of("CRM_TOKEN"));
    assertThat(secrets.find("CRM_TOKEN")).contains("listed");
    assertThat(secrets.find("DB_PASSWORD")).isEmpty();
    assertThat(secrets.find("TOKEN")).contains("prefixed");
  }

  @Test
  void aStarOpensEveryVariable() {
    Secrets secrets = new EnvironmentSecrets(ENVIRONMENT, Set.of(EnvironmentSecrets.ANY));
    assertThat(secrets.find("DB_PASSWORD")).contains("of the server");
    assertThat(secrets.find("NONE")).isEmpty();
  }

  @Test
  void theFirstPlaceThatKnowsDecides() {
    Secrets first = key -> key.equals("A") ? Optional.of("1") : Optional.empty();
    Secrets second = key -> key.equals("GONE") ? Optional.empty() : Optional.of("2");
    Secrets both = new FirstSecrets(List.of(first, second));
    assertThat(both.find("A")).contains("1");
    assertThat(both.find("B")).contains("2");
    assertThat(both.find("GONE")).isEmpty();
  }
}
