package dev.postern.template;

import dev.postern.template.Expression.Expansion;
import dev.postern.template.UrlTemplate.PathPiece;
import java.util.ArrayList;
import java.util.List;

/** Takes a path apart into its segments; used once and thrown away. */
final class PathReader {
  private final List<Part> parts;
  private final List<PathPiece> pieces = new ArrayList<>();
  private final StringBuilder constant = new StringBuilder();
  private final List<Part> segment = new ArrayList<>();

  /** Whether any number of segments has just ended, so that a slash must follow. */
  private boolean afterSegments;

  /**
   * @param parts begin with a slash, or are the whole rest of a URL without one
   */
  PathReader(List<Part> parts) {
    this.parts = parts;
  }

  List<PathPiece> read() throws TemplateException {
    if (parts.isEmpty() || !bringsSlash(parts.get(0))) {
      constant.append('/'); // https://host and https://host?query
    }
    for (Part part : parts) {
      if (part instanceof Part.Literal literal) {
        text(literal);
      } else if (((Part.Hole) part).expression().expansion() == Expansion.SEGMENTS) {
        segments(((Part.Hole) part).expression());
      } else {
        add(part);
      }
    }
    endSegment();
    if (!constant.isEmpty()) {
      pieces.add(new PathPiece(constant.toString()));
    }
    return pieces;
  }

  private static boolean bringsSlash(Part part) {
    return part instanceof Part.Hole hole
        ? hole.expression().expansion() == Expansion.SEGMENTS
        : ((Part.Literal) part).text().startsWith("/");
  }

  private void text(Part.Literal literal) throws TemplateException {
    String[] names = PercentEncoding.completePath(literal.text()).split("/", -1);
    for (int i = 0; i < names.length; i++) {
      if (i > 0) {
        endSegment();
        constant.append('/');
        afterSegments = false;
      }
      if (!names[i].isEmpty()) {
        add(new Part.Literal(names[i]));
      }
    }
  }

  private void add(Part part) throws TemplateException {
    if (afterSegments) {
      throw new TemplateException(
          "must have a slash or its end after a rest of the path such as {/path*}", 0);
    }
    segment.add(part);
  }

  private void segments(Expression hole) throws TemplateException {
    endSegment();
    if (constant.length() > 0 && constant.charAt(constant.length() - 1) == '/') {
      throw new TemplateException(
          "must not have a slash before {/path*}: it brings its own, as in /files{/path*}",
          hole.offset());
    }
    endConstant();
    pieces.add(new PathPiece(null, null, hole));
    afterSegments = true;
  }

  private void endConstant() {
    if (!constant.isEmpty()) {
      pieces.add(new PathPiece(constant.toString()));
      constant.setLength(0);
    }
  }

  private void endSegment() throws TemplateException {
    TextTemplate text = TextTemplate.ofParts(segment);
    segment.clear();
    if (text.constant() == null) {
      endConstant();
      pieces.add(new PathPiece(null, text, null));
    } else if (!text.constant().isEmpty() && UrlTemplate.whyNoSegment(text.constant()) != null) {
      throw new TemplateException(
          "must not have the path segment \"" + text.constant() + "\": write the path it means", 0);
    } else {
      constant.append(text.constant());
    }
  }
}
