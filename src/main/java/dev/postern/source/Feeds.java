package dev.postern.source;

import dev.postern.catalogue.Catalogue;
import dev.postern.catalogue.Prompt;
import dev.postern.catalogue.Resource;
import dev.postern.catalogue.Tool;

/** Everything that one snapshot of the catalogue is made of. */
public record Feeds(RowFeed<Tool> tools, RowFeed<Prompt> prompts, RowFeed<Resource> resources) {

  /** The tools first: where the source is gone, one question tells. */
  void catchUp() {
    tools.catchUp();
    prompts.catchUp();
    resources.catchUp();
  }

  /** As {@link #catchUp}, for what this process wrote itself. */
  void takeOwnWrites() {
    tools.takeOwnWrites();
    prompts.takeOwnWrites();
    resources.takeOwnWrites();
  }

  /** Whether this catalogue was made of what is here now. */
  boolean yielded(Catalogue catalogue) {
    return catalogue.tools() == tools.section()
        && catalogue.prompts() == prompts.section()
        && catalogue.resources() == resources.section();
  }

  Catalogue catalogue() {
    return new Catalogue(tools.section(), prompts.section(), resources.section());
  }
}
