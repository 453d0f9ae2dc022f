package dev.postern.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A scenario that was run.
 *
 * @param passed how many checks were passed
 * @param faults one sentence for each check that was not; a warning is one too
 */
record Scenario(String name, int passed, List<String> faults) {
  private static final Pattern FOLDER = Pattern.compile("server-(.+)-\\d{4}-\\d\\d-\\d\\dT.*");

  Scenario {
    faults = List.copyOf(faults);
  }

  /**
   * @param folder as the suite writes one for each scenario
   */
  static Scenario read(Path folder) throws IOException {
    Matcher name = FOLDER.matcher(folder.getFileName().toString());
    if (!name.matches()) {
      throw new IOException(folder + " is not named as the suites name their folders");
    }
    JsonNode checks = Json.parse(Files.readAllBytes(folder.resolve("checks.json")));
    List<String> faults = new ArrayList<>();
    int passed = 0;
    for (JsonNode check : checks) {
      String status = check.path("status").asText();
      if (status.equals("SUCCESS")) {
        passed++;
      } else if (!status.equals("INFO")) {
        faults.add(fault(status, check));
      }
    }
    if (passed == 0 && faults.isEmpty()) {
      faults.add("Nothing was checked");
    }
    return new Scenario(name.group(1), passed, faults);
  }

  private static String fault(String status, JsonNode check) {
    StringBuilder text = new StringBuilder(status);
    text.append(" ").append(check.path("id").asText());
    text.append(": ").append(check.path("description").asText());
    if (check.has("errorMessage")) {
      text.append("; ").append(check.get("errorMessage").asText());
    }
    if (check.has("details")) {
      text.append("\n  ").append(check.get("details"));
    }
    return text.toString();
  }
}
