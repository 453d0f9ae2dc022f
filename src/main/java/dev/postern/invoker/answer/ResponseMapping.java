package dev.postern.invoker.answer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.Config;
import dev.postern.invoker.AnswerLayer;
import dev.postern.invoker.Answered;
import dev.postern.invoker.CallFailedException;
import dev.postern.invoker.Inquiry;
import dev.postern.invoker.ReadyResult;
import dev.postern.invoker.ServiceCall;
import java.util.ArrayList;
import java.util.List;

/**
 * The key {@code responseMapping}: one mapping, or a list of which the first counts that concerns
 * the answer. Where none does, the answer passes through.
 */
public final class ResponseMapping implements AnswerLayer {
  private static final String KEY = "responseMapping";

  @Override
  public List<String> keys() {
    return List.of(KEY);
  }

  @Override
  public Inquiry around(Inquiry inner, ServiceCall call, Config config) {
    if (!config.json().has(KEY)) {
      return inner;
    }
    boolean keepsData = config.json().has("outputSchema");
    JsonNode written = config.get(KEY);
    List<Mapping> mappings = new ArrayList<>();
    if (written.isArray()) {
      for (int i = 0; i < written.size(); i++) {
        String pointer = config.at(KEY) + "/" + i;
        mappings.add(Mapping.compile(written.get(i), pointer, keepsData, config.problems()));
      }
    } else {
      mappings.add(Mapping.compile(written, config.at(KEY), keepsData, config.problems()));
    }
    return (request, lines, client) -> mapped(mappings, inner.ask(request, lines, client));
  }

  private static Answered mapped(List<Mapping> mappings, Answered answered)
      throws CallFailedException {
    boolean ready = ReadyResult.isSentAs(answered.answer().header("Content-Type"));
    if (ready || answered.answer().body().length == 0) {
      return answered;
    }
    for (Mapping mapping : mappings) {
      if (mapping.concerns(answered)) {
        return mapping.apply(answered);
      }
    }
    return answered;
  }
}
