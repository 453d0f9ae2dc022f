package dev.postern.invoker;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A method of a Feign interface as somebody copied it from their code: its {@code @RequestLine} and
 * {@code @Headers} are taken, what it has beyond that is refused with what to write instead.
 */
final class PastedMethod {
  private static final Pattern ANNOTATION = Pattern.compile("@([A-Za-z.]+)\\s*(\\(?)");
  private static final Pattern FORMAT =
      Pattern.compile("collectionFormat\\s*=\\s*(?:CollectionFormat\\.)?([A-Z]+)");
  private static final Pattern SLASHES = Pattern.compile("\\bdecodeSlash\\s*=\\s*true\\b");
  private static final Pattern ENCODED = Pattern.compile("\\bencoded\\s*=\\s*true\\b");
  private static final Pattern EXPANDER = Pattern.compile("\\bexpander\\s*=");
  private static final Pattern HOLE = Pattern.compile("\\{([A-Za-z0-9_.-]+)}");
  private static final Pattern NO_BODY =
      Pattern.compile("@([A-Za-z.]+\\.)?(Param|QueryMap|HeaderMap)\\b");

  /** They say nothing about the request that the pasted text does not say elsewhere. */
  private static final Set<String> HARMLESS = Set.of("Override", "Deprecated", "Nullable");

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
    String source = block.get("request").asText();
    return PastedJava.isMethod(source)
        ? new PastedMethod(block, PastedJava.withoutComments(source)).expanded()
        : block;
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
        end = PastedJava.closing(source, annotation.end());
        inside = source.substring(annotation.end(), Math.max(annotation.end(), end - 1));
      }
      take(name, inside);
      at = end;
    }
    if (json.get("request").textValue().isEmpty()) {
      refuse("must have @RequestLine(\"METHOD /path\") or be such a line itself");
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
        requestSettings(PastedJava.withoutLiterals(inside));
      }
      case "Headers" -> literals.forEach(this::header);
      case "Param" -> parameter(PastedJava.withoutLiterals(inside));
      case "Body" -> refuse("has @Body; say it as \"body\", \"text\" or \"xml\"");
      case "QueryMap" ->
          refuse(
              "has @QueryMap; say it under \"query\", as {\"value\": \"{{args.name}}\", \"style\":"
                  + " \"form\"}");
      case "HeaderMap" -> refuse("has @HeaderMap; name them under \"headers\"");
      default -> {
        if (!HARMLESS.contains(annotation)) {
          refuse("has @" + annotation + ", which is not understood here");
        }
      }
    }
  }

  private List<String> literals(String inside) {
    try {
      return PastedJava.literals(inside);
    } catch (IllegalArgumentException e) {
      refuse("has a string with an escape that Java does not know");
      return List.of();
    }
  }

  private void requestSettings(String inside) {
    Matcher format = FORMAT.matcher(inside);
    if (format.find() && !json.has("collectionFormat")) {
      json.put("collectionFormat", format.group(1));
    }
    if (SLASHES.matcher(inside).find()) {
      refuse("has decodeSlash = true; write {/name*} for a value that may bring slashes");
    }
  }

  /** Both would send another value than the argument. */
  private void parameter(String inside) {
    if (ENCODED.matcher(inside).find()) {
      refuse("has encoded = true; values are encoded here, so arguments are given as they are");
    }
    if (EXPANDER.matcher(inside).find()) {
      refuse("has an expander, which is not run here; a query may say a \"style\"");
    }
  }

  private void refuse(String why) {
    block.problem("request", why);
  }

  /** What stands under {@code headers} in the tool goes before. */
  private void header(String line) {
    int colon = line.indexOf(':');
    if (colon < 0) {
      refuse("has the header \"" + line + "\" without a colon");
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
    if (open < 0 || BodyParser.KEYS.stream().anyMatch(block::has)) {
      return;
    }
    int end = Math.max(open + 1, PastedJava.closing(source, open + 1) - 1);
    for (String parameter :
        PastedJava.list(PastedJava.withoutLiterals(source.substring(open + 1, end)))) {
      if (!parameter.isBlank() && !NO_BODY.matcher(parameter).find()) {
        String name = parameter.strip().substring(parameter.strip().lastIndexOf(' ') + 1);
        refuse(
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
        at =
            annotation.group(2).isEmpty()
                ? annotation.end()
                : PastedJava.closing(source, annotation.end());
      } else if (source.charAt(at) == '(') {
        return at;
      } else {
        at++;
      }
    }
    return -1;
  }
}
