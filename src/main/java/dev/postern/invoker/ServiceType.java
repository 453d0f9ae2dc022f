package dev.postern.invoker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.InputSchema;
import dev.postern.catalogue.Problems;

/** One way to speak to a service from which prompts, resources and completions come. */
public interface ServiceType {

  /** As written in the JSON, {@code http} or {@code feign}. */
  String name();

  /**
   * @param pointer where the block stands
   * @return null where a problem was added
   */
  ServiceFetch compile(JsonNode block, String pointer, InputSchema arguments, Problems problems);
}
