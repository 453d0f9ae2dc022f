package dev.postern.invoker;

import dev.postern.catalogue.Problem;
import dev.postern.catalogue.Problems;
import dev.postern.invoker.Placeholders.Place;
import dev.postern.template.TextTemplate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Compiles the headers of a request, cookies among them. Used for one tool. */
final class HeadersParser {
  private final Block block;
  private final Problems problems;
  private final Placeholders placeholders;
  private final Set<String> names = new HashSet<>();

  HeadersParser(Block block, Placeholders placeholders) {
    this.block = block;
    this.problems = block.problems();
    this.placeholders = placeholders;
  }

  /**
   * @param body the key under which the body stands; null for none
   */
  List<HeaderTemplate> headers(String body) {
    List<HeaderTemplate> headers = new ArrayList<>();
    for (var property : block.object("headers").properties()) {
      String name = property.getKey();
      String pointer = Problem.at(block.pointer("headers"), name);
      checkName(name, pointer);
      TextTemplate value = placeholders.value(property.getValue(), pointer, Place.REQUEST);
      if (value != null) {
        checkValue(value, pointer);
        if (body != null && name.equalsIgnoreCase("Content-Type")) {
          checkType(body, value, pointer);
        }
        headers.add(new HeaderTemplate(name, value));
      }
    }
    if (!names.contains("accept")) { // other types are passed on too, but data serves programs best
      headers.add(
          new HeaderTemplate("Accept", TextTemplate.literal("application/json, */*;q=0.1")));
    }
    return headers;
  }

  /** To be called after {@link #headers}; null where there are no cookies. */
  CookieTemplate cookies() {
    List<CookieTemplate.Cookie> cookies = new ArrayList<>();
    if (block.has("cookies") && names.contains("cookie")) {
      block.problem("cookies", "must not stand beside a header \"Cookie\"");
    }
    for (var property : block.object("cookies").properties()) {
      String name = property.getKey();
      String pointer = Problem.at(block.pointer("cookies"), name);
      if (name.contains("{{")) {
        problems.add(pointer, "must not have a placeholder in its name");
      } else if (!HeaderTemplate.isToken(name)) {
        problems.add(pointer, "is not a cookie's name: it wants the characters of a header's name");
      }
      TextTemplate value = placeholders.value(property.getValue(), pointer, Place.REQUEST);
      if (value != null) {
        cookies.add(new CookieTemplate.Cookie(name, value));
      }
    }
    return cookies.isEmpty() ? null : new CookieTemplate(cookies);
  }

  private void checkName(String name, String pointer) {
    String why = HeaderTemplate.whyNot(name);
    if (why != null) {
      problems.add(pointer, why);
    } else if (!names.add(name.toLowerCase(Locale.ROOT))) {
      problems.add(pointer, "is there twice: case makes no difference in header names");
    }
  }

  private void checkType(String body, TextTemplate type, String pointer) {
    String why = BodyTypes.whyNot(body, type.constant());
    if (why != null) {
      problems.add(pointer, why);
    }
  }

  private void checkValue(TextTemplate value, String pointer) {
    String constant = value.constant();
    if (constant != null && HeaderTemplate.hasControl(constant)) {
      problems.add(
          pointer,
          "must not contain line breaks or other control characters, nor may a secret in it");
    }
  }
}
