package dev.postern.catalogue;

import java.util.Arrays;

/**
 * What changed for clients between two catalogues.
 *
 * @param toolsListChanged whether {@code tools/list} reads differently now
 */
public record CatalogueDiff(boolean toolsListChanged) {
  static CatalogueDiff between(Catalogue before, Catalogue after) {
    return new CatalogueDiff(!Arrays.equals(before.toolsJson(), after.toolsJson()));
  }
}
