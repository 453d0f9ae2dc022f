package dev.postern.invoker;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;

/**
 * What a Content-Type header says.
 *
 * @param type in lower case without parameters; empty where there is no header
 * @param charset null where the header names one that is not known here
 */
record MediaType(String type, Charset charset) {
  private static final MediaType NONE = new MediaType("", StandardCharsets.UTF_8);
  private static final MediaType JSON = new MediaType("application/json", StandardCharsets.UTF_8);

  static MediaType of(String header) {
    if (header == null || header.isBlank()) {
      return NONE;
    }
    if (header.equals("application/json")) {
      return JSON;
    }
    int end = header.indexOf(';');
    String type = (end < 0 ? header : header.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    return new MediaType(type, end < 0 ? StandardCharsets.UTF_8 : charset(header.substring(end)));
  }

  boolean isJson() {
    return type.equals("application/json") || type.endsWith("+json") || type.equals("text/json");
  }

  boolean isAbsent() {
    return type.isEmpty();
  }

  boolean isText() {
    return type.startsWith("text/")
        || type.endsWith("+xml")
        || type.equals("application/xml")
        || isJson()
        || isAbsent();
  }

  private static Charset charset(String parameters) {
    for (String parameter : parameters.split(";")) {
      int equals = parameter.indexOf('=');
      if (equals > 0 && parameter.substring(0, equals).strip().equalsIgnoreCase("charset")) {
        String name = parameter.substring(equals + 1).strip().replace("\"", "");
        try {
          return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
          return null;
        } catch (IllegalArgumentException e) { // an empty name
          return null;
        }
      }
    }
    return StandardCharsets.UTF_8;
  }
}
