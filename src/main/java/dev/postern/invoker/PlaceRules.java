package dev.postern.invoker;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.invoker.Placeholders.Place;
import dev.postern.template.Expression;
import java.util.List;

/** What placeholders may be in a place, where no schema and no secret has a say. */
final class PlaceRules {
  private PlaceRules() {}

  /** Null where nothing is wrong, as everywhere here. */
  static String wrongExpansion(Expression expression, Place place) {
    return switch (expression.expansion()) {
      case SIMPLE -> null;
      case RESERVED ->
          place == Place.PATH || place == Place.QUERY
              ? null
              : "must not begin with \"+\": that is for paths and queries";
      case SEGMENTS -> place == Place.PATH ? null : "must not be a rest of a path here";
    };
  }

  static String wrongInput(Expression expression, Place place) {
    return isOne(expression, List.of("responses"), List.of("state"))
        ? wrongAbsence(expression, place)
        : "is not known; there is input.responses and input.state";
  }

  static String wrongClient(Expression expression, Place place) {
    return isOne(expression, List.of("capabilities"), List.of("name", "version", "principal"))
        ? wrongAbsence(expression, place)
        : "is not known; there is client.name, client.version, client.principal and"
            + " client.capabilities";
  }

  static boolean isNone(JsonNode fallback) {
    return fallback == null || fallback.isNull();
  }

  /**
   * @param deep names that have members of their own
   * @param flat names that have none
   */
  private static boolean isOne(Expression expression, List<String> deep, List<String> flat) {
    String first = expression.path().isEmpty() ? "" : expression.path().get(0).token();
    return deep.contains(first) || flat.contains(first) && expression.path().size() == 1;
  }

  /** What a call knows beside its arguments is never certain. */
  private static String wrongAbsence(Expression expression, Place place) {
    return place.isRequired() && isNone(expression.fallback())
        ? "may be absent, but a path needs it; give it a default, or use a query or a header"
        : null;
  }
}
