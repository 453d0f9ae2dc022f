package dev.postern.invoker.feign;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.UnknownKey;
import dev.postern.invoker.Block;
import feign.Logger;
import feign.RequestInterceptor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What only Feign has.
 *
 * @param interceptors in the order in which they see a request
 */
record FeignSettings(Logger.Level level, List<RequestInterceptor> interceptors) {
  static final List<String> KEYS =
      List.of("request", "collectionFormat", "loggerLevel", "interceptors");

  private static final List<String> LEVELS =
      Arrays.stream(Logger.Level.values()).map(Enum::name).toList();

  FeignSettings {
    interceptors = List.copyOf(interceptors);
  }

  /**
   * @param known interceptors by their names; JSON chooses among these and makes no others
   */
  static FeignSettings read(Block block, Map<String, RequestInterceptor> known) {
    return new FeignSettings(level(block), interceptors(block, known));
  }

  private static Logger.Level level(Block block) {
    JsonNode written = block.get("loggerLevel");
    if (written.isMissingNode()) {
      return Logger.Level.NONE;
    }
    if (!LEVELS.contains(written.asText())) {
      block.problem("loggerLevel", "must be one of " + LEVELS);
      return Logger.Level.NONE;
    }
    return Logger.Level.valueOf(written.asText());
  }

  private static List<RequestInterceptor> interceptors(
      Block block, Map<String, RequestInterceptor> known) {
    List<RequestInterceptor> chosen = new ArrayList<>();
    JsonNode names = block.get("interceptors");
    if (!names.isArray() && !names.isMissingNode()) {
      block.problem("interceptors", "must be an array of names");
    }
    for (int i = 0; names.isArray() && i < names.size(); i++) {
      RequestInterceptor interceptor = known.get(names.get(i).asText());
      if (interceptor != null) {
        chosen.add(interceptor);
      } else {
        block.problem(
            "interceptors",
            "has \""
                + names.get(i).asText()
                + "\", which no META-INF/services/feign.RequestInterceptor on the class path names;"
                + " "
                + UnknownKey.hint(names.get(i).asText(), known.keySet()));
      }
    }
    return chosen;
  }
}
