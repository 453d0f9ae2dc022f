package dev.postern.invoker;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A method of a Feign interface as somebody copied it from their code: its {@code @RequestLine} and
 * {@code @Headers} are taken, what it has beyond that is refused with what to write instead.
 */
final class PastedMethod {
  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
  private static final Pattern ANNOTATION = Pattern.compile("@([A-Za-z.]+)\\s*(\\(?)");
  private static final Pattern FORMAT =
      Pattern.compile("collectionFormat\\s*=\\s*(?:CollectionFormat\\.)?([A-Z]+)");
  private static final Pattern HOLE = Pattern.compile("\\{([A-Za-z0-9_.-]+)}");

  /** They say nothing about the request that the pasted text does not say elsewhere. */
  private static final Set<String> HARMLESS = Set.of("Param", "Override", "Deprecated", "Nullable");

  private final Block block;
  private final String source;
  private final ObjectNode json;

  private PastedMethod(Block block, String source) {
    this.block = block;
    this.source = source;
    this.json = block.copy();
  }

  /** The same settings with what a pasted method says; the block itself where it has none. */
  static Block expand(Block block) {
    String source = block.get("request").asText().strip();
    return source.startsWith("@") ? new PastedMethod(block, source).expanded() : block;
  }

  private Block expanded() {
    json.put("request", "");
    Matcher annotation = ANNOTATION.matcher(source);
    int at = 0;
    while (annotation.find(at)) {
      String name = annotation.group(1).substring(annotation.group(1).lastIndexOf('.') + 1);
      int end = annotation.end();
      String inside = "";
      if (!annotation.group(2).isEmpty()) {
        end = closing(annotation.end());
        inside = source.substring(annotation.end(), Math.max(annotation.end(), end - 1));
      }
      take(name, inside);
      at = end;
    }
    if (json.get("request").textValue().isEmpty()) {
      block.problem("request", "must have @RequestLine(\"METHOD /path\") or be such a line itself");
      json.put("request", "GET /");
    }
    checkParameters();
    return block.with(json);
  }

  private void take(String annotation, String inside) {
    List<String> literals = literals(inside);
    switch (annotation) {
      case "RequestLine" -> {
        json.put("request", String.join("", literals)); // several are one, with a plus between
        Matcher format = FORMAT.matcher(inside);
        if (format.find() && !json.has("collectionFormat")) {
          json.put("collectionFormat", format.group(1));
        }
      }
      case "Headers" -> literals.forEach(this::header);
      case "Body" -> block.problem("request", "has @Body; say it as \"body\", \"text\" or \"xml\"");
      case "QueryMap" ->
          block.problem(
              "request",
              "has @QueryMap; say it under \"query\", as {\"value\": \"{{args.name}}\", \"style\":"
                  + " \"form\"}");
      case "HeaderMap" -> block.problem("request", "has @HeaderMap; name them under \"headers\"");
      default -> {
        if (!HARMLESS.contains(annotation)) {
          block.problem("request", "has @" + annotation + ", which is not understood here");
        }
      }
    }
  }

  /** What stands under {@code headers} in the tool goes before. */
  private void header(String line) {
    int colon = line.indexOf(':');
    if (colon < 0) {
      block.problem("request", "has the header \"" + line + "\" without a colon");
      return;
    }
    String name = line.substring(0, colon).strip();
    ObjectNode headers =
        json.get("headers") instanceof ObjectNode there ? there : json.putObject("headers");
    for (String present : (Iterable<String>) headers::fieldNames) {
      if (present.equalsIgnoreCase(name)) {
        return;
      }
    }
    headers.put(name, HOLE.matcher(line.substring(colon + 1).strip()).replaceAll("{{args.$1}}"));
  }

  /** A parameter without annotation is the body in Feign. */
  private void checkParameters() {
    int open = parameters();
    if (open < 0) {
      return;
    }
    String rest = source.substring(open + 1, Math.max(open + 1, closing(open + 1) - 1));
    String types = rest.replaceAll("<[^<>]*>", "").replaceAll("<[^<>]*>", "");
    for (String parameter : LITERAL.matcher(types).replaceAll("").split(",")) {
      boolean bare = !parameter.isBlank() && !parameter.contains("@");
      if (bare && BodyParser.KEYS.stream().noneMatch(block::has)) {
        String name = parameter.strip().substring(parameter.strip().lastIndexOf(' ') + 1);
        block.problem(
            "request",
            "has the parameter \""
                + name
                + "\", which is the body in Feign; say \"body\": \"{{args."
                + name
                + "}}\"");
      }
    }
  }

  /** Where the parameters begin: the first bracket that belongs to no annotation; -1 for none. */
  private int parameters() {
    int at = 0;
    while (at < source.length()) {
      Matcher annotation = ANNOTATION.matcher(source).region(at, source.length());
      if (annotation.lookingAt()) {
        at = annotation.group(2).isEmpty() ? annotation.end() : closing(annotation.end());
      } else if (source.charAt(at) == '(') {
        return at;
      } else {
        at++;
      }
    }
    return -1;
  }

  /** Behind the bracket that closes the one before {@code from}; strings are skipped. */
  private int closing(int from) {
    int depth = 1;
    for (int i = from; i < source.length(); i++) {
      char c = source.charAt(i);
      if (c == '"') {
        Matcher literal = LITERAL.matcher(source).region(i, source.length());
        i = literal.lookingAt() ? literal.end() - 1 : i;
      } else if (c == '(') {
        depth++;
      } else if (c == ')' && --depth == 0) {
        return i + 1;
      }
    }
    return source.length();
  }

  private static List<String> literals(String inside) {
    List<String> literals = new ArrayList<>();
    Matcher literal = LITERAL.matcher(inside);
    while (literal.find()) {
      literals.add(literal.group(1).translateEscapes());
    }
    return literals;
  }
}
