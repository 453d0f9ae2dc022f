package dev.postern.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.template.TemplateException;
import dev.postern.template.UriTemplate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Reads {@code uri} or {@code uriTemplate} of a resource. */
final class UriPatterns {
  private UriPatterns() {}

  /**
   * @return null where a problem was added
   */
  static UriPattern read(ObjectNode json, Problems problems) {
    JsonNode uri = json.get("uri");
    JsonNode template = json.get("uriTemplate");
    if ((uri == null) == (template == null)) {
      problems.add(
          template == null ? "" : "/uriTemplate",
          template == null
              ? "must have \"uri\" or \"uriTemplate\""
              : "must not stand beside \"uri\"");
      return null;
    }
    String key = uri == null ? "uriTemplate" : "uri";
    String text = json.get(key).textValue();
    String wrong = wrong(text);
    if (wrong != null) {
      problems.add("/" + key, wrong);
      return null;
    }
    return uri != null ? new Exact(text) : template(text, problems);
  }

  private static UriPattern template(String text, Problems problems) {
    try {
      UriTemplate template = UriTemplate.parse(text);
      if (template.holes().isEmpty()) {
        problems.add("/uriTemplate", "has no {hole}; a resource with one URI has \"uri\"");
      } else if (template.holes().contains("uri")) {
        problems.add("/uriTemplate", "must not have a hole {uri}: that is the whole URI's name");
        return null;
      }
      return new Holed(template);
    } catch (TemplateException e) {
      problems.add("/uriTemplate", e.getMessage() + " (at " + e.offset() + ")");
      return null;
    }
  }

  private static String wrong(String text) {
    if (text == null) {
      return "must be a string";
    }
    if (!text.matches("[A-Za-z][A-Za-z0-9+.-]*:.+")) {
      return "must be an absolute URI: it begins with a scheme, as in docs://handbook";
    }
    return text.codePoints().anyMatch(c -> Character.isWhitespace(c) || Character.isISOControl(c))
        ? "must not contain spaces or control characters; encode them, as in %20"
        : null;
  }

  private record Exact(String text) implements UriPattern {
    @Override
    public Collection<String> holes() {
      return List.of();
    }

    @Override
    public Collection<String> requiredHoles() {
      return List.of();
    }

    @Override
    public Optional<ObjectNode> match(String uri) {
      return uri.equals(text) ? Optional.of(Json.object()) : Optional.empty();
    }
  }

  private record Holed(UriTemplate template) implements UriPattern {
    @Override
    public String text() {
      return template.text();
    }

    @Override
    public Collection<String> holes() {
      return template.holes();
    }

    @Override
    public Collection<String> requiredHoles() {
      return template.requiredHoles();
    }

    @Override
    public Optional<ObjectNode> match(String uri) {
      return template
          .match(uri)
          .map(
              values -> {
                ObjectNode holes = Json.object();
                values.forEach(holes::put);
                return holes;
              });
    }
  }
}
