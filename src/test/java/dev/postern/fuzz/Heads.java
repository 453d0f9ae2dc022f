package dev.postern.fuzz;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.testing.service.ReceivedRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Headers and cookies, and the lines that must arrive. */
final class Heads {
  /** What a connection and a body bring with them. */
  private static final Set<String> OTHERS =
      Set.of(
          "accept",
          "accept-encoding",
          "connection",
          "content-length",
          "content-type",
          "host",
          "user-agent",
          "cookie");

  private final Choices choices;
  private final Expected expected;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private final Map<String, String> cookies = new LinkedHashMap<>();

  Heads(Choices choices, Expected expected) {
    this.choices = choices;
    this.expected = expected;
  }

  ObjectNode headers() {
    ObjectNode block = Json.object().put("X-Fixed", "1").put("X-Number", 1_000_000);
    headers.put("x-fixed", "1");
    headers.put("x-number", "1000000");
    for (int i = choices.below(3); i > 0; i--) {
      Written value = Written.text(choices);
      block.put("X-Hole_" + i, value.template());
      String text = value.filled(expected.arguments);
      if (text != null) {
        expected.refusedIf(Values.hasHalf(text));
        expected.refusedIf(text.chars().anyMatch(c -> c < ' ' || c == 127));
        expected.refusedIf(text.startsWith(" ") || text.endsWith(" "));
        headers.put("x-hole_" + i, text);
      }
    }
    return block;
  }

  ObjectNode cookies() {
    ObjectNode block = Json.object().put("fixed", true);
    cookies.put("fixed", "true");
    for (int i = choices.below(3); i > 0; i--) {
      Written value = Written.text(choices);
      block.put("c" + i, value.template());
      String text = value.filled(expected.arguments);
      if (text != null) {
        expected.refusedIf(Values.hasHalf(text));
        cookies.put("c" + i, text);
      }
    }
    return block;
  }

  void check(ReceivedRequest request) {
    List<String> names = new ArrayList<>();
    for (String line : request.head().substring(request.head().indexOf("\r\n") + 2).split("\r\n")) {
      int colon = line.indexOf(':');
      Expected.that(colon > 0, "not a header: " + line);
      names.add(line.substring(0, colon).toLowerCase(Locale.ROOT));
    }
    Expected.that(Set.copyOf(names).size() == names.size(), "twice: " + names);
    names.removeAll(OTHERS);
    Expected.that(Set.copyOf(names).equals(headers.keySet()), headers + " arrived as " + names);
    headers.forEach(
        (name, value) ->
            Expected.that(
                request.headerInUtf8(name).equals(value),
                name + ": " + value + " arrived as " + request.headerInUtf8(name)));
    checkCookies(request.header("Cookie"));
  }

  private void checkCookies(String line) {
    Map<String, String> arrived = new LinkedHashMap<>();
    for (String pair : line == null ? new String[0] : line.split("; ", -1)) {
      int equals = pair.indexOf('=');
      String value = pair.substring(equals + 1);
      Expected.that(
          value.chars().allMatch(c -> c > ' ' && c < 127 && "\",;\\".indexOf(c) < 0), line);
      arrived.put(pair.substring(0, equals), Pairs.decoded(value));
    }
    Expected.that(arrived.equals(cookies), cookies + " arrived as " + line);
  }
}
