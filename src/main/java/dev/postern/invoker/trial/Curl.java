package dev.postern.invoker.trial;

import dev.postern.telemetry.CallTrace.Header;
import dev.postern.telemetry.CallTrace.Piece;
import dev.postern.telemetry.CallTrace.Sent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A request as a line for a POSIX shell that sends the same. Everything is quoted, so nothing in it
 * is read as a command or expanded; secrets are variables that must be set.
 */
final class Curl {
  private final Masks masks;
  private final Map<String, String> variables = new LinkedHashMap<>();
  private final List<String> words = new ArrayList<>();

  private Curl(Masks masks) {
    this.masks = masks;
  }

  static String of(Sent request, Masks masks) {
    return new Curl(masks).line(request);
  }

  private String line(Sent request) {
    // Brackets and dots in an address mean themselves: --globoff, --path-as-is.
    words.add("curl --globoff --path-as-is");
    boolean bodyless = request.body() == null;
    words.add(request.method().equals("HEAD") && bodyless ? "--head" : "-X " + request.method());
    words.add(quoted(request.url()));
    for (Header header : request.headers()) {
      // curl leaves a header without value out; with ";" it is sent.
      String line = header.name() + (header.value().isEmpty() ? ";" : ": " + header.value());
      words.add("-H " + quoted(line));
    }
    leaveOut("Accept", request);
    if (bodyless) {
      return joined();
    }
    leaveOut("Content-Type", request);
    return withBody(request);
  }

  /** What curl would add by itself. */
  private void leaveOut(String name, Sent request) {
    if (request.headers().stream().noneMatch(line -> line.name().equalsIgnoreCase(name))) {
      words.add("-H '" + name + ":'");
    }
  }

  private String withBody(Sent request) {
    byte[] body = request.body();
    String text = body.length > ShownBody.MOST ? null : ShownBody.text(body, List.of());
    if (text != null && text.indexOf('\r') < 0) {
      words.add("--data-raw " + quoted(text));
      return joined();
    }
    boolean secretBytes = text == null && masks.bytes(body) != body;
    if (body.length > ShownBody.MOST || secretBytes) {
      words.add("--data-binary @BODY_OF_" + body.length + "_BYTES");
      return joined();
    }
    words.add("--data-binary @-");
    return text == null ? encoded(body) + " | " + joined() : piped(text);
  }

  /** A terminal takes a carriage return for the end of the line, whatever is quoted. */
  private String piped(String text) {
    List<String> parts = new ArrayList<>();
    StringBuilder needed = new StringBuilder();
    for (Piece piece : masks.pieces(text)) {
      if (piece.isSecret()) {
        parts.add("printf %s " + variable(piece.text()));
        needed.append(": ").append(variable(piece.text())).append(" && ");
      } else if (!piece.text().isEmpty()) {
        parts.add(encoded(piece.text().getBytes(StandardCharsets.UTF_8)));
      }
    }
    // In a pipe a variable that is not set would end its own half only.
    return needed + parts.stream().collect(Collectors.joining("; ", "{ ", "; } | ")) + joined();
  }

  private static String encoded(byte[] bytes) {
    return "printf %s '" + Base64.getEncoder().encodeToString(bytes) + "' | base64 -d";
  }

  private String joined() {
    return String.join(" \\\n  ", words);
  }

  private String quoted(String text) {
    StringBuilder word = new StringBuilder();
    for (Piece piece : masks.pieces(text)) {
      if (piece.isSecret()) {
        word.append(variable(piece.text()));
      } else if (!piece.text().isEmpty()) {
        word.append('\'').append(piece.text().replace("'", "'\\''")).append('\'');
      }
    }
    return word.toString();
  }

  /** The same for the same text; a shell that does not have it stops. */
  private String variable(String secret) {
    String name = variables.computeIfAbsent(secret, known -> "SECRET_" + (variables.size() + 1));
    return "\"${" + name + ":?}\"";
  }
}
