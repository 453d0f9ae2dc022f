package dev.postern.catalogue;

import static java.util.stream.Collectors.toUnmodifiableSet;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * What changed for clients between two catalogues.
 *
 * @param toolsChanged whether {@code tools/list} reads differently now; the others likewise
 * @param updatedUris resources, and URI templates as written, whose row or content changed
 * @param updatedTemplates those templates again, to find their URIs by
 */
public record CatalogueDiff(
    boolean toolsChanged,
    boolean promptsChanged,
    boolean resourcesChanged,
    Set<String> updatedUris,
    List<UriPattern> updatedTemplates) {

  static CatalogueDiff between(Catalogue before, Catalogue after) {
    List<UriPattern> updated = updated(before.resources(), after.resources());
    return new CatalogueDiff(
        differ(before.tools(), after.tools(), Tool::definition),
        differ(before.prompts(), after.prompts(), Prompt::definition),
        differ(before.resources(), after.resources(), Resource::definition),
        updated.stream().map(UriPattern::text).collect(toUnmodifiableSet()),
        updated.stream().filter(UriPattern::hasHoles).toList());
  }

  /** A change of the content behind one URI, which is no change of any list. */
  static CatalogueDiff ofContent(String uri) {
    return new CatalogueDiff(false, false, false, Set.of(uri), List.of());
  }

  /** Those that read differently now, of the URIs that somebody subscribed to. */
  public List<String> updated(Collection<String> subscribed) {
    return updatedUris.isEmpty() ? List.of() : subscribed.stream().filter(this::isUpdated).toList();
  }

  private boolean isUpdated(String uri) {
    return updatedUris.contains(uri)
        || updatedTemplates.stream().anyMatch(template -> template.match(uri).isPresent());
  }

  private static <T> boolean differ(
      Section<T> before, Section<T> after, Function<T, ObjectNode> definition) {
    List<T> old = before.live();
    List<T> now = after.live();
    if (old.size() != now.size()) {
      return true;
    }
    for (int i = 0; i < now.size(); i++) {
      // What did not change is the same object: ten thousand tools cost no comparison of trees.
      if (old.get(i) != now.get(i)
          && !definition.apply(old.get(i)).equals(definition.apply(now.get(i)))) {
        return true;
      }
    }
    return false;
  }

  private static List<UriPattern> updated(Section<Resource> before, Section<Resource> after) {
    List<UriPattern> updated = new ArrayList<>();
    for (Resource now : after.live()) {
      Resource old = before.get(now.name());
      if (old != null && old != now) {
        updated.add(now.pattern());
      }
    }
    return updated;
  }
}
