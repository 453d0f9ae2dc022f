package dev.postern.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.testing.service.ReceivedParts;
import dev.postern.testing.service.ReceivedRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A body of any kind, and the bytes that must arrive. */
final class Bodies {
  private static final List<String> NAMES = List.of("f", "na\u00efve", "q\"", "b\\s", "x y;");

  private final Choices choices;
  private final Expected expected;

  private record Part(String name, String file, Predicate<byte[]> content) {}

  Bodies(Choices choices, Expected expected) {
    this.choices = choices;
    this.expected = expected;
  }

  void write(ObjectNode block) {
    switch (choices.below(7)) {
      case 1 -> {
        Pairs pairs = new Pairs(choices, expected);
        block.set("form", pairs.block());
        arrives("application/x-www-form-urlencoded", r -> pairs.check(r.bodyText()));
      }
      case 2 -> multipart(block.putObject("multipart"));
      case 3 -> {
        Written text = Written.text(choices);
        block.put("text", text.template());
        String filled = text(text);
        arrives(
            filled == null ? null : "text/plain; charset=UTF-8",
            r -> Expected.that(r.bodyText().equals(filled == null ? "" : filled), filled));
      }
      case 4 -> {
        Markup markup = new Markup(choices, expected);
        block.put("xml", markup.document());
        arrives("application/xml", r -> markup.check(r.body()));
      }
      case 5 -> {
        block.put("bytes", "{{args.bytes}}");
        byte[] bytes = bytes();
        arrives(
            "application/octet-stream",
            r -> Expected.that(Arrays.equals(bytes, r.body()), "bytes"));
      }
      default -> {
        JsonNode filled = tree(block, "body");
        arrives(filled == null ? null : "application/json", r -> Trees.check(filled, r.body()));
      }
    }
  }

  private void arrives(String type, Consumer<ReceivedRequest> check) {
    expected.arrives(
        request -> {
          List<String> types = request.headers("Content-Type");
          Expected.that(types.equals(type == null ? List.of() : List.of(type)), types);
          check.accept(request);
        });
  }

  private JsonNode tree(ObjectNode block, String key) {
    Trees.Tree tree = new Trees(choices, expected.arguments).tree();
    block.set(key, tree.written());
    expected.maybeRefusedIf(tree.filled() != null && Values.hasHalf(tree.filled()));
    return tree.filled();
  }

  private String text(Written text) {
    String filled = text.filled(expected.arguments);
    expected.refusedIf(filled != null && Values.hasHalf(filled));
    return filled;
  }

  /** In an argument that no other place takes. */
  private byte[] bytes() {
    byte[] bytes = choices.rest();
    expected.arguments.put("bytes", Base64.getEncoder().encodeToString(bytes));
    return bytes;
  }

  private void multipart(ObjectNode block) {
    List<Part> parts = new ArrayList<>();
    for (int i = choices.below(4); i > 0; i--) {
      String name = choices.of(NAMES) + i;
      switch (choices.below(4)) {
        case 1 -> {
          JsonNode filled = tree(block.putObject(name), "body");
          if (filled != null) {
            parts.add(new Part(name, null, bytes -> holds(filled, bytes)));
          }
        }
        case 2 -> {
          Written file = Written.text(choices);
          block.putObject(name).put("bytes", "data:,x%20y").put("filename", file.template());
          parts.add(new Part(name, fileName(file, name), bytes -> "x y".equals(utf8(bytes))));
        }
        default -> {
          Written field = Written.text(choices);
          block.put(name, field.template());
          field(field, name, parts);
        }
      }
    }
    expected.arrives(request -> check(parts, ReceivedParts.of(request)));
  }

  private String fileName(Written file, String name) {
    String filled = text(file);
    if (filled == null || filled.isEmpty()) {
      return name;
    }
    expected.refusedIf(filled.chars().anyMatch(c -> c < ' ' || c == 127));
    return filled;
  }

  private void field(Written field, String name, List<Part> parts) {
    JsonNode value = field.only() == null ? null : field.only().value(expected.arguments);
    if (value != null && value.isArray()) {
      for (JsonNode element : value) {
        expected.halves(element);
        if (!element.isNull()) {
          parts.add(new Part(name, null, bytes -> Values.isSame(element, utf8(bytes))));
        }
      }
      return;
    }
    String filled = text(field);
    if (filled != null) {
      parts.add(new Part(name, null, bytes -> filled.equals(utf8(bytes))));
    }
  }

  private static void check(List<Part> parts, ReceivedParts arrived) {
    Expected.that(arrived.parts().size() == parts.size(), parts + " arrived as " + arrived);
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      ReceivedParts.Part came = arrived.parts().get(i);
      Expected.that(part.name().equals(came.parameter("name")), part + " as " + came.headers());
      String file = came.parameter("filename");
      Expected.that(part.file() == null ? file == null : part.file().equals(file), file);
      Expected.that(part.content().test(came.content()), part + " as " + came.text());
    }
  }

  private static boolean holds(JsonNode filled, byte[] bytes) {
    Trees.check(filled, bytes);
    return true;
  }

  private static String utf8(byte[] bytes) {
    return new String(bytes, java.nio.charset.StandardCharsets.UTF_8);
  }
}
