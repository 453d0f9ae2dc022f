package dev.postern.invoker.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.AnswerType;
import dev.postern.catalogue.Binding;
import dev.postern.catalogue.Config;
import dev.postern.catalogue.Problems;
import dev.postern.message.mcp.Outcome;
import java.util.Base64;

/** {@code "blob"}: bytes in Base64. */
public final class BlobType implements AnswerType {

  @Override
  public String name() {
    return "blob";
  }

  @Override
  public Binding compile(Config config) {
    JsonNode blob = config.get(name());
    Problems problems = config.problems();
    if (!isBase64(blob)) {
      problems.add("/blob", "must be bytes in Base64");
      return null;
    }
    Outcome outcome = Contents.blob(blob.textValue(), "");
    return call -> outcome;
  }

  private static boolean isBase64(JsonNode blob) {
    try {
      return blob.isTextual() && Base64.getDecoder().decode(blob.textValue()) != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
