package dev.postern.template;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A URI template (RFC 6570, levels 1 to 3) read backwards: which values make it this URI.
 * Immutable.
 *
 * <p>Takes time in proportion to the URI, whatever a hostile client sends. That needs two limits:
 * two holes have something between them, and at most one hole ({@code {+path}} or {@code {#part}})
 * takes slashes.
 */
public final class UriTemplate {

  /** Far longer than what browsers take. */
  private static final int LONGEST_URI = 8_192;

  private final String text;
  private final List<UriPart> parts;

  /** Names that may follow as {@code ?name=value}, in any order; each may be absent. */
  private final List<String> query;

  /** What the first of them follows: {@code ?} or {@code &}. */
  private final char querySeparator;

  private final int reserved;

  UriTemplate(String text, List<UriPart> parts, List<String> query, char querySeparator) {
    this.text = text;
    this.parts = List.copyOf(parts);
    this.query = List.copyOf(query);
    this.querySeparator = querySeparator;
    int found = -1;
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i) instanceof UriPart.Hole hole && hole.reserved()) {
        found = i;
      }
    }
    reserved = found;
  }

  /**
   * @throws TemplateException saying what is not understood
   */
  public static UriTemplate parse(String text) throws TemplateException {
    return new UriTemplateReader(text).read();
  }

  /** As written. */
  public String text() {
    return text;
  }

  /** Names of all holes, in their order. */
  public Collection<String> holes() {
    List<String> names = new ArrayList<>(requiredHoles());
    names.addAll(query);
    return names;
  }

  /** Names of the holes without which no URI fits. */
  public Collection<String> requiredHoles() {
    List<String> names = new ArrayList<>();
    for (UriPart part : parts) {
      if (part instanceof UriPart.Hole hole) {
        names.add(hole.name());
      }
    }
    return names;
  }

  /** The decoded values; empty where the URI does not fit. */
  public Optional<Map<String, String>> match(String uri) {
    if (uri.length() > LONGEST_URI) {
      return Optional.empty();
    }
    Map<String, String> values = new LinkedHashMap<>();
    int end = query.isEmpty() ? uri.length() : cutQuery(uri, values);
    int from = end < 0 ? -1 : forwards(uri, end, values);
    int to = from < 0 ? -1 : backwards(uri, from, end, values);
    if (to < 0) {
      return Optional.empty();
    }
    if (reserved < 0) {
      return from == end ? Optional.of(values) : Optional.empty();
    }
    UriPart.Hole rest = (UriPart.Hole) parts.get(reserved);
    return from < to && put(rest, uri.substring(from, to), values)
        ? Optional.of(values)
        : Optional.empty();
  }

  /**
   * Takes known parameters off the end, one by one.
   *
   * @return where the rest ends, or -1 if the first of them follows the wrong separator
   */
  private int cutQuery(String uri, Map<String, String> values) {
    int end = uri.length();
    while (end == uri.length() || uri.charAt(end) == '&') {
      int separator = Math.max(uri.lastIndexOf('?', end - 1), uri.lastIndexOf('&', end - 1));
      int equals = separator < 0 ? -1 : uri.indexOf('=', separator);
      if (equals < 0 || equals > end) {
        break;
      }
      String name = uri.substring(separator + 1, equals);
      String value = PercentEncoding.decode(uri.substring(equals + 1, end));
      if (!query.contains(name) || values.containsKey(name) || value == null) {
        break;
      }
      values.put(name, value);
      end = separator;
    }
    return end == uri.length() || uri.charAt(end) == querySeparator ? end : -1;
  }

  /**
   * Matches what stands before the hole that takes slashes, or everything: each hole ends where
   * what follows it begins for the first time.
   *
   * @return where the match ended, or -1
   */
  private int forwards(String uri, int end, Map<String, String> values) {
    int last = reserved < 0 ? parts.size() : reserved;
    int at = 0;
    for (int i = 0; i < last; i++) {
      if (parts.get(i) instanceof UriPart.Literal literal) {
        if (!uri.startsWith(literal.text(), at) || at + literal.text().length() > end) {
          return -1;
        }
        at += literal.text().length();
      } else {
        int stop = end;
        if (i + 1 < parts.size()) {
          String next = ((UriPart.Literal) parts.get(i + 1)).text();
          boolean closing = i + 2 == parts.size();
          stop = closing ? end - next.length() : uri.indexOf(next, at + 1);
        }
        if (stop <= at || stop > end) {
          return -1;
        }
        if (!put((UriPart.Hole) parts.get(i), uri.substring(at, stop), values)) {
          return -1;
        }
        at = stop;
      }
    }
    return at;
  }

  /** As {@link #forwards}, from the end down to the hole that takes slashes. */
  private int backwards(String uri, int from, int end, Map<String, String> values) {
    if (reserved < 0) {
      return from;
    }
    int at = end;
    for (int i = parts.size() - 1; i > reserved; i--) {
      if (parts.get(i) instanceof UriPart.Literal literal) {
        at -= literal.text().length();
        if (at < from || !uri.startsWith(literal.text(), at)) {
          return -1;
        }
      } else {
        String before = ((UriPart.Literal) parts.get(i - 1)).text();
        int found = uri.lastIndexOf(before, at - before.length() - 1);
        int start = found + before.length();
        if (found < from || !put((UriPart.Hole) parts.get(i), uri.substring(start, at), values)) {
          return -1;
        }
        at = start;
      }
    }
    return at;
  }

  private static boolean put(UriPart.Hole hole, String raw, Map<String, String> values) {
    for (int i = 0; i < raw.length() && !hole.reserved(); i++) {
      if ("/?#".indexOf(raw.charAt(i)) >= 0) {
        return false;
      }
    }
    String value = PercentEncoding.decode(raw);
    return value != null && values.put(hole.name(), value) == null;
  }
}
