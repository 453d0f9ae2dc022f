package dev.postern.invoker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Problem;
import dev.postern.invoker.BodyTemplate.Body;
import dev.postern.invoker.Placeholders.Place;
import dev.postern.template.TextTemplate;
import dev.postern.upstream.Multipart;
import java.util.ArrayList;
import java.util.List;

/** Compiles {@code "multipart"}: fields and files, each by its name. Used for one tool. */
final class MultipartParser {
  private static final String KEY = "multipart";
  private static final List<String> CONTENTS = List.of("body", "text", "xml", "bytes");
  private static final List<String> KEYS =
      List.of("body", "text", "xml", "bytes", "filename", "contentType");

  private final Block block;
  private final Placeholders placeholders;
  private final OwnResources resources;
  private final List<PartTemplate> parts = new ArrayList<>();

  MultipartParser(Block block, Placeholders placeholders, OwnResources resources) {
    this.block = block;
    this.placeholders = placeholders;
    this.resources = resources;
  }

  BodyTemplate multipart() {
    for (var property : block.object(KEY).properties()) {
      String name = property.getKey();
      String pointer = Problem.at(block.pointer(KEY), name);
      if (name.isBlank()
          || name.contains("{{")
          || HeaderTemplate.hasControl(name)
          || Placeholders.hasHalfSurrogate(name)) {
        block.problems().add(pointer, "must have a name without placeholders or line breaks");
      }
      JsonNode value = property.getValue();
      if (value.isArray()) {
        for (int i = 0; i < value.size(); i++) {
          part(name, value.get(i), pointer + "/" + i);
        }
      } else {
        part(name, value, pointer);
      }
    }
    List<PartTemplate> all = List.copyOf(parts);
    return scope -> {
      List<Multipart.Part> filled = new ArrayList<>();
      for (PartTemplate part : all) {
        part.render(scope, filled);
      }
      Multipart multipart = Multipart.of(filled);
      return new Body(multipart.contentType(), multipart.bytes());
    };
  }

  private void part(String name, JsonNode json, String pointer) {
    if (!json.isObject()) {
      TextTemplate value = placeholders.value(json, pointer, Place.REQUEST);
      if (value != null) {
        parts.add(PartTemplate.field(name, value));
      }
      return;
    }
    Block part = Block.read(json, pointer, KEYS, block.problems());
    List<String> contents = CONTENTS.stream().filter(part::has).toList();
    if (contents.size() != 1) {
      block.problems().add(pointer, "must have exactly one of " + CONTENTS);
      return;
    }
    String key = contents.get(0);
    TextTemplate fileName = text(part, "filename");
    TextTemplate contentType = text(part, "contentType");
    String wrong = contentType == null ? null : BodyTypes.whyNot(key, contentType.constant());
    if (wrong != null) {
      part.problem("contentType", wrong);
    }
    if (key.equals("bytes")) {
      BytesTemplate bytes = BytesTemplate.parse(part, key, placeholders, resources);
      if (bytes != null) {
        parts.add(PartTemplate.file(name, bytes, fileName, contentType));
      }
      return;
    }
    BodyTemplate content = new BodyParser(block, placeholders, resources).content(part, key);
    if (content != null) {
      parts.add(PartTemplate.content(name, content, fileName, contentType));
    }
  }

  private TextTemplate text(Block part, String key) {
    String written = part.text(key);
    return written == null ? null : placeholders.text(written, part.pointer(key), Place.REQUEST);
  }
}
