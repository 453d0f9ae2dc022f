package dev.postern.invoker.answer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Mustache.VariableFetcher;
import com.samskivert.mustache.MustacheException;
import com.samskivert.mustache.Template;
import dev.postern.catalogue.Problems;
import dev.postern.template.PlainText;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * A Mustache text over an answer's fields, compiled when its tool is loaded: {@code {{name}}},
 * {@code {{address.city}}}, {@code {{#items}}…{{/items}}}, {@code {{^items}}none{{/items}}}. What
 * is absent or null is empty. Immutable.
 */
final class AnswerText {
  private static final Mustache.Compiler COMPILER =
      Mustache.compiler()
          .escapeHTML(false)
          .defaultValue("")
          .emptyStringIsFalse(true)
          .withFormatter(AnswerText::words)
          .withCollector(new Fields());

  private final Template template;

  private AnswerText(Template template) {
    this.template = template;
  }

  /**
   * @return null where a problem was added
   */
  static AnswerText compile(String text, String pointer, Problems problems) {
    try {
      Template template = COMPILER.compile(text);
      OnlyOwnText check = new OnlyOwnText();
      template.visit(check);
      if (!check.parts.isEmpty()) {
        problems.add(
            pointer,
            "must not take in other templates; " + check.parts + " cannot be found anywhere");
        return null;
      }
      if (check.nameless) {
        problems.add(pointer, "is not a template that can be read: dots alone name nothing");
        return null;
      }
      return new AnswerText(template);
    } catch (MustacheException e) {
      problems.add(pointer, "is not a template that can be read: " + e.getMessage());
      return null;
    } catch (IndexOutOfBoundsException e) { // the library looks for the first character of a name
      problems.add(pointer, "is not a template that can be read: a tag has nothing in it");
      return null;
    }
  }

  /**
   * @throws TooLongException if loops within loops make a text that nobody could read
   */
  String render(JsonNode answer) throws TooLongException {
    BoundedText text = new BoundedText();
    try {
      template.execute(plain(answer), text);
    } catch (BoundedText.FullException e) {
      throw new TooLongException();
    }
    return text.toString();
  }

  /** The text would be longer than any answer that is read. */
  static final class TooLongException extends Exception {
    private static final long serialVersionUID = 1;
  }

  private static String words(Object value) {
    return value instanceof JsonNode node ? PlainText.of(node) : String.valueOf(value);
  }

  /** What Mustache takes for true, false and nothing; the rest stays what it is. */
  private static Object plain(JsonNode node) {
    if (node.isNull() || node.isMissingNode()) {
      return null;
    }
    if (node.isBoolean()) {
      return node.booleanValue();
    }
    return node.isTextual() ? node.textValue() : node;
  }

  /** Looks into JSON and nowhere else. */
  private static final class Fields implements Mustache.Collector {

    @Override
    public Iterator<?> toIterator(Object value) {
      if (value instanceof List<?> nothing) {
        return nothing.iterator(); // as Mustache writes what is absent
      }
      if (!(value instanceof ArrayNode array)) {
        return null;
      }
      List<Object> elements = new ArrayList<>(array.size());
      array.forEach(element -> elements.add(plain(element)));
      return elements.iterator();
    }

    @Override
    public VariableFetcher createFetcher(Object context, String name) {
      return (from, key) -> {
        JsonNode found = null;
        if (from instanceof ArrayNode array && key.matches("[0-9]{1,9}")) {
          found = array.get(Integer.parseInt(key));
        } else if (from instanceof JsonNode node) {
          found = node.get(key);
        }
        return found == null ? Template.NO_FETCHER_FOUND : plain(found);
      };
    }

    @Override
    public <K, V> Map<K, V> createFetcherCache() {
      return new HashMap<>();
    }
  }

  /** Finds parts that stand elsewhere; there is no elsewhere. */
  private static final class OnlyOwnText implements Mustache.Visitor {
    private final List<String> parts = new ArrayList<>();

    /**
     * The library takes {@code ..} for a path without steps, and fails over it with every answer.
     */
    private boolean nameless;

    @Override
    public void visitText(String text) {
      // its own
    }

    @Override
    public void visitVariable(String name) {
      nameless |= name.matches("\\.{2,}");
    }

    @Override
    public boolean visitInclude(String name) {
      parts.add(name);
      return false;
    }

    @Override
    public boolean visitParent(String name) {
      parts.add(name);
      return false;
    }

    @Override
    public boolean visitSection(String name) {
      visitVariable(name);
      return true;
    }

    @Override
    public boolean visitInvertedSection(String name) {
      visitVariable(name);
      return true;
    }
  }

  /** Ends a text that grows beyond all measure. */
  private static final class BoundedText extends StringWriter {
    /** As many characters as an answer has bytes at most, if nobody sets another limit. */
    private static final int MOST_CHARS = 10 * 1024 * 1024;

    static final class FullException extends RuntimeException {
      private static final long serialVersionUID = 1;
    }

    @Override
    public void write(String text) {
      super.write(text);
      check();
    }

    @Override
    public void write(char[] chars, int from, int length) {
      super.write(chars, from, length);
      check();
    }

    private void check() {
      if (getBuffer().length() > MOST_CHARS) {
        throw new FullException();
      }
    }
  }
}
