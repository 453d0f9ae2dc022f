package dev.postern.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * What changed for clients between two catalogues.
 *
 * @param toolsChanged whether {@code tools/list} reads differently now; the others likewise
 * @param updatedUris resources, and URI templates, whose row or content changed
 */
public record CatalogueDiff(
    boolean toolsChanged,
    boolean promptsChanged,
    boolean resourcesChanged,
    Set<String> updatedUris) {

  static CatalogueDiff between(Catalogue before, Catalogue after) {
    return new CatalogueDiff(
        differ(before.tools(), after.tools(), Tool::definition),
        differ(before.prompts(), after.prompts(), Prompt::definition),
        differ(before.resources(), after.resources(), Resource::definition),
        updated(before.resources(), after.resources()));
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

  private static Set<String> updated(Section<Resource> before, Section<Resource> after) {
    Set<String> uris = new HashSet<>();
    for (Resource now : after.live()) {
      Resource old = before.get(now.name());
      if (old != null && old != now) {
        uris.add(now.pattern().text());
      }
    }
    return Set.copyOf(uris);
  }
}
