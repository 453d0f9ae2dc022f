package dev.postern.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that can be used at one moment. Immutable; a request takes it once and uses it to its
 * end.
 */
public final class Catalogue {
  public static final Catalogue EMPTY =
      new Catalogue(Section.none(), Section.none(), Section.none());

  private final Section<Tool> tools;
  private final Section<Prompt> prompts;
  private final Section<Resource> resources;
  private final Map<String, Resource> byUri = new HashMap<>();
  private final List<Resource> templates;

  public Catalogue(Section<Tool> tools, Section<Prompt> prompts, Section<Resource> resources) {
    this.tools = tools;
    this.prompts = prompts;
    this.resources = resources;
    this.templates = resources.live().stream().filter(Resource::isTemplate).toList();
    for (Resource resource : resources.live()) {
      if (!resource.isTemplate()) {
        byUri.putIfAbsent(resource.pattern().text(), resource);
      }
    }
  }

  public Section<Tool> tools() {
    return tools;
  }

  public Section<Prompt> prompts() {
    return prompts;
  }

  public Section<Resource> resources() {
    return resources;
  }

  /**
   * A resource found by its URI.
   *
   * @param holes values of the template's holes; empty where it is no template
   */
  public record Found(Resource resource, ObjectNode holes) {}

  /** A resource with exactly this URI, else the first template by name that it fits. */
  public Optional<Found> resource(String uri) {
    Resource exact = byUri.get(uri);
    if (exact != null) {
      return Optional.of(new Found(exact, dev.postern.message.Json.object()));
    }
    for (Resource template : templates) {
      Optional<ObjectNode> holes = template.pattern().match(uri);
      if (holes.isPresent()) {
        return Optional.of(new Found(template, holes.get()));
      }
    }
    return Optional.empty();
  }
}
