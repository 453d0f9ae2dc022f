package dev.postern.template;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads XML with holes: each hole is a mark of characters that cannot be part of a name, so that
 * the JDK's parser says where it stands. Used once and thrown away.
 */
final class XmlTemplateReader {
  private static final String WHERE =
      "; placeholders may stand in texts and in the values of attributes";

  private final List<Part> source;
  private final UnaryOperator<TextTemplate> resolve;
  private final char mark;
  private final List<XmlNode> top = new ArrayList<>();

  XmlTemplateReader(TextTemplate document, UnaryOperator<TextTemplate> resolve) {
    this.source = document.parts();
    this.resolve = resolve;
    this.mark = unused();
  }

  XmlTemplate read() throws TemplateException {
    XMLStreamReader xml = null;
    try {
      xml = factory().createXMLStreamReader(new StringReader(marked()));
      if (xml.getVersion() != null) { // it goes out in UTF-8, whatever the author's editor wrote
        top.add(new XmlNode.Markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"));
      }
      while (xml.hasNext()) {
        xml.next();
        node(xml, top);
      }
      return new XmlTemplate(top);
    } catch (XMLStreamException | BadValueException e) {
      throw new TemplateException("is not well-formed XML: " + why(e) + WHERE, 0);
    } finally {
      close(xml);
    }
  }

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    return factory;
  }

  private static void close(XMLStreamReader xml) throws TemplateException {
    try {
      if (xml != null) {
        xml.close();
      }
    } catch (XMLStreamException e) {
      throw new TemplateException("cannot be read to its end", 0);
    }
  }

  private String why(Exception e) {
    String message = e.getMessage();
    int text = message.indexOf("Message: ");
    String said = (text < 0 ? message : message.substring(text + 9)).replace("" + mark, "{{...}}");
    return said.endsWith(".") ? said.substring(0, said.length() - 1) : said;
  }

  private char unused() {
    char candidate = '\uE000'; // private use, no part of any name
    for (Part part : source) {
      while (part instanceof Part.Literal literal && literal.text().indexOf(candidate) >= 0) {
        candidate++;
      }
    }
    return candidate;
  }

  private String marked() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < source.size(); i++) {
      if (source.get(i) instanceof Part.Literal literal) {
        text.append(literal.text());
      } else {
        text.append(mark).append(i).append(mark);
      }
    }
    return text.toString();
  }

  private void node(XMLStreamReader xml, List<XmlNode> nodes)
      throws XMLStreamException, TemplateException, BadValueException {
    switch (xml.getEventType()) {
      case XMLStreamConstants.START_ELEMENT -> element(xml, nodes);
      case XMLStreamConstants.CHARACTERS, XMLStreamConstants.SPACE -> {
        TextTemplate text = text(xml.getText());
        if (text.constant() == null) {
          nodes.add(new XmlNode.Mixed(text));
        } else {
          add(nodes, escaped(text.constant(), false));
        }
      }
      case XMLStreamConstants.COMMENT -> add(nodes, "<!--" + constant(xml.getText()) + "-->");
      case XMLStreamConstants.PROCESSING_INSTRUCTION ->
          add(nodes, "<?" + xml.getPITarget() + " " + constant(xml.getPIData()) + "?>");
      case XMLStreamConstants.DTD ->
          throw new TemplateException("must not have a document type declaration", 0);
      default -> {} // the end of the document
    }
  }

  private void element(XMLStreamReader xml, List<XmlNode> nodes)
      throws XMLStreamException, TemplateException, BadValueException {
    String name = name(xml.getPrefix(), xml.getLocalName());
    StringBuilder start = new StringBuilder("<").append(name);
    for (int i = 0; i < xml.getNamespaceCount(); i++) {
      String prefix = xml.getNamespacePrefix(i);
      String uri = xml.getNamespaceURI(i);
      start.append(prefix == null ? " xmlns" : " xmlns:" + prefix).append("=\"");
      start.append(escaped(constant(uri == null ? "" : uri), true)).append('"');
    }
    List<XmlNode.Attribute> attributes = new ArrayList<>();
    for (int i = 0; i < xml.getAttributeCount(); i++) {
      TextTemplate value = text(xml.getAttributeValue(i));
      String before = " " + name(xml.getAttributePrefix(i), xml.getAttributeLocalName(i)) + "=\"";
      if (value.constant() == null) {
        attributes.add(new XmlNode.Attribute(before, value));
      } else {
        start.append(before).append(escaped(value.constant(), true)).append('"');
      }
    }
    List<XmlNode> content = new ArrayList<>();
    while (xml.next() != XMLStreamConstants.END_ELEMENT) {
      node(xml, content);
    }
    element(start.toString(), attributes, content, "</" + name + ">", nodes);
  }

  private void element(
      String start,
      List<XmlNode.Attribute> attributes,
      List<XmlNode> content,
      String end,
      List<XmlNode> nodes) {
    TextTemplate only =
        content.size() == 1 && content.get(0) instanceof XmlNode.Mixed mixed ? mixed.text() : null;
    if (only != null || !attributes.isEmpty() || nodes == top) { // the root may drop out
      nodes.add(
          new XmlNode.Element(start, attributes, only, only == null ? content : List.of(), end));
      return;
    }
    add(nodes, start + ">"); // stands whatever its content does, so it needs no node of its own
    for (XmlNode node : content) {
      if (node instanceof XmlNode.Markup markup) {
        add(nodes, markup.text());
      } else {
        nodes.add(node);
      }
    }
    add(nodes, end);
  }

  private static void add(List<XmlNode> nodes, String markup) {
    int last = nodes.size() - 1;
    if (last >= 0 && nodes.get(last) instanceof XmlNode.Markup before) {
      nodes.set(last, new XmlNode.Markup(before.text() + markup));
    } else {
      nodes.add(new XmlNode.Markup(markup));
    }
  }

  private static String name(String prefix, String local) {
    return prefix == null || prefix.isEmpty() ? local : prefix + ":" + local;
  }

  private static String escaped(String text, boolean attribute) throws BadValueException {
    StringBuilder out = new StringBuilder(text.length() + 16);
    XmlText.escape(out, null, text, attribute);
    return out.toString();
  }

  private String constant(String text) throws TemplateException {
    if (text != null && text.indexOf(mark) >= 0) {
      throw new TemplateException("has a placeholder where none can stand" + WHERE, 0);
    }
    return text == null ? "" : text;
  }

  /** Puts the holes back where their marks are. */
  private TextTemplate text(String marked) {
    List<Part> parts = new ArrayList<>();
    String[] pieces = marked.split(String.valueOf(mark), -1); // text, number, text, number, text
    for (int i = 0; i < pieces.length; i++) {
      if (i % 2 == 1) {
        parts.add(source.get(Integer.parseInt(pieces[i])));
      } else if (!pieces[i].isEmpty()) {
        parts.add(new Part.Literal(pieces[i]));
      }
    }
    return resolve.apply(TextTemplate.ofParts(parts));
  }
}
