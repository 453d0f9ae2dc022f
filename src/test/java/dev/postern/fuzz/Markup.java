package dev.postern.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** XML with holes, and what a reader must find in it. */
final class Markup {
  private static final XMLInputFactory READERS = XMLInputFactory.newDefaultFactory();

  static {
    READERS.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    READERS.setProperty(XMLInputFactory.IS_COALESCING, true);
  }

  private final Choices choices;
  private final Expected expected;
  private final List<String> events = new ArrayList<>();

  Markup(Choices choices, Expected expected) {
    this.choices = choices;
    this.expected = expected;
  }

  String document() {
    Written first = Written.text(choices);
    Written second = Written.text(choices);
    Written third = Written.text(choices);
    Written fourth = Written.text(choices);
    events.add("<r");
    attribute("a", first);
    element("c", second);
    events.add("<d");
    attribute("k", third);
    events.add("fixed & sound");
    events.add(">");
    String mixed = fourth.filled(expected.arguments);
    if (mixed != null) {
      events.add("<e");
      events.add(said("v " + mixed));
      events.add(">");
    }
    events.add(">");
    return "<r a=\"%s\"><c>%s</c><d k=\"%s\">fixed &amp; sound</d><e>v %s</e></r>"
        .formatted(first.template(), second.template(), third.template(), fourth.template());
  }

  private void attribute(String name, Written value) {
    String filled = value.filled(expected.arguments);
    if (filled != null) {
      events.add(name + "=" + said(filled));
    }
  }

  private void element(String name, Written content) {
    JsonNode value = content.only() == null ? null : content.only().present(expected.arguments);
    List<String> texts = new ArrayList<>();
    if (value != null && value.isArray()) {
      value.forEach(element -> texts.add(element.isNull() ? null : Values.plain(element)));
    } else {
      texts.add(content.filled(expected.arguments));
    }
    for (String text : texts) {
      if (text != null) {
        events.add("<" + name);
        if (!text.isEmpty()) {
          events.add(said(text));
        }
        events.add(">");
      }
    }
  }

  /** XML 1.0 §2.2. */
  private String said(String text) {
    expected.refusedIf(
        text.codePoints()
            .anyMatch(
                c ->
                    c < ' ' && c != '\t' && c != '\n' && c != '\r'
                        || c >= 0xD800 && c <= 0xDFFF
                        || c == 0xFFFE
                        || c == 0xFFFF));
    return text;
  }

  void check(byte[] document) {
    List<String> arrived = new ArrayList<>();
    try {
      XMLStreamReader reader = READERS.createXMLStreamReader(new ByteArrayInputStream(document));
      while (reader.hasNext()) {
        switch (reader.next()) {
          case XMLStreamConstants.START_ELEMENT -> {
            arrived.add("<" + reader.getLocalName());
            for (int i = 0; i < reader.getAttributeCount(); i++) {
              arrived.add(reader.getAttributeLocalName(i) + "=" + reader.getAttributeValue(i));
            }
          }
          case XMLStreamConstants.END_ELEMENT -> arrived.add(">");
          case XMLStreamConstants.CHARACTERS -> arrived.add(reader.getText());
          default -> {} // the end
        }
      }
    } catch (XMLStreamException e) {
      throw new AssertionError(events + " is no XML any more", e);
    }
    Expected.that(arrived.equals(events), events + " arrived as " + arrived);
  }
}
