package dev.postern.invoker.trial;

import dev.postern.telemetry.CallTrace.Mask;
import dev.postern.telemetry.CallTrace.Piece;
import java.util.ArrayList;
import java.util.List;

/** Everything that knows secrets of one call. Asked at its end, when all of it knows them. */
final class Masks {
  private static final String MASK = "[secret]";

  private final List<Mask> all = new ArrayList<>();

  void add(Mask mask) {
    all.add(mask);
  }

  /** The text in its parts. */
  List<Piece> pieces(String text) {
    List<Piece> pieces = List.of(new Piece(text, false));
    for (Mask mask : all) {
      List<Piece> parts = new ArrayList<>();
      for (Piece piece : pieces) {
        parts.addAll(piece.isSecret() ? List.of(piece) : mask.pieces(piece.text()));
      }
      pieces = parts;
    }
    return pieces;
  }

  String text(String text) {
    StringBuilder clean = new StringBuilder(text.length());
    for (Piece piece : pieces(text)) {
      clean.append(piece.isSecret() ? MASK : piece.text());
    }
    return clean.toString();
  }

  /** JSON or any other text; in JSON a secret may be escaped in many ways. */
  String document(String text) {
    String clean = text;
    for (Mask mask : all) {
      clean = mask.document(clean);
    }
    return clean;
  }

  /** Bytes that are no text. */
  byte[] bytes(byte[] bytes) {
    byte[] clean = bytes;
    for (Mask mask : all) {
      clean = mask.bytes(clean);
    }
    return clean;
  }
}
