package dev.postern.template;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * An XML document with holes in its texts and in the values of its attributes. Immutable.
 *
 * <p>As in JSON, what hangs on a hole that cannot be filled drops out: the attribute, or the
 * element whose whole content it is. An element whose content is exactly one hole is repeated for
 * each element of an array.
 */
public final class XmlTemplate {
  private final List<XmlNode> nodes;

  XmlTemplate(List<XmlNode> nodes) {
    this.nodes = List.copyOf(nodes);
  }

  /**
   * @param document as written
   * @param resolve sets the fallbacks of each text with holes, and fills its secrets
   * @throws TemplateException if it is no well-formed document, or has a hole elsewhere
   */
  public static XmlTemplate parse(TextTemplate document, UnaryOperator<TextTemplate> resolve)
      throws TemplateException {
    return new XmlTemplateReader(document, resolve).read();
  }

  /** The filled document; null where the root itself dropped out. */
  public String render(Scope scope) throws BadValueException {
    StringBuilder out = new StringBuilder(512);
    for (XmlNode node : nodes) {
      if (!node.append(out, scope)) {
        return null;
      }
    }
    return out.toString();
  }
}
