package dev.postern.invoker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Problems;
import java.util.ArrayList;
import java.util.List;

/**
 * Some statuses: {@code 404}, {@code "4xx"}, or a list of these. Immutable.
 *
 * @param ranges each from its first to its last
 */
public record Statuses(List<int[]> ranges) {

  public Statuses {
    ranges = List.copyOf(ranges);
  }

  public static Statuses success() {
    return new Statuses(List.of(new int[] {200, 299}));
  }

  public static Statuses any() {
    return new Statuses(List.of(new int[] {100, 599}));
  }

  public static Statuses parse(JsonNode json, String pointer, Problems problems) {
    List<int[]> ranges = new ArrayList<>();
    if (json.isArray() && !json.isEmpty()) {
      for (int i = 0; i < json.size(); i++) {
        add(json.get(i), pointer + "/" + i, ranges, problems);
      }
    } else {
      add(json, pointer, ranges, problems);
    }
    return new Statuses(ranges);
  }

  public boolean contain(int status) {
    for (int[] range : ranges) {
      if (status >= range[0] && status <= range[1]) {
        return true;
      }
    }
    return false;
  }

  private static void add(JsonNode json, String pointer, List<int[]> ranges, Problems problems) {
    if (json.isInt() && json.intValue() >= 100 && json.intValue() <= 599) {
      ranges.add(new int[] {json.intValue(), json.intValue()});
    } else if (json.isTextual() && json.textValue().matches("[1-5]xx")) {
      int first = (json.textValue().charAt(0) - '0') * 100;
      ranges.add(new int[] {first, first + 99});
    } else {
      problems.add(
          pointer, "must be a status such as 404, a class such as \"4xx\", or a list of these");
    }
  }
}
