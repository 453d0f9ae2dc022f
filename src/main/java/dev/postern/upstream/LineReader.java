package dev.postern.upstream;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Hands a body on line by line, each as soon as its end has come. A line ends with CR, LF or both,
 * as in an event stream (HTML standard §9.2.6); the text is UTF-8.
 */
final class LineReader {
  private static final int BUFFER = 4 * 1024;

  private final InputStream in;
  private final Lines lines;
  private final int limit;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream(256);
  private long read;
  private boolean afterCarriageReturn;

  /**
   * @param limit most bytes of the whole body
   */
  LineReader(InputStream in, Lines lines, int limit) {
    this.in = in;
    this.lines = lines;
    this.limit = limit;
  }

  /** What became of the body. */
  enum End {
    /** It was read to its end. */
    COMPLETE,
    /** No more of it is wanted. */
    ENOUGH,
    TOO_LARGE
  }

  /**
   * @param onBytes told whenever something came
   */
  End readAll(Runnable onBytes) throws IOException {
    byte[] buffer = new byte[BUFFER];
    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      onBytes.run();
      read += count;
      if (read > limit) {
        return End.TOO_LARGE;
      }
      for (int i = 0; i < count; i++) {
        if (!take(buffer[i])) {
          return End.ENOUGH;
        }
      }
    }
    if (line.size() > 0) {
      endLine(); // whether more is wanted makes no difference any more
    }
    return End.COMPLETE;
  }

  private boolean take(byte next) {
    boolean secondHalf = afterCarriageReturn && next == '\n';
    afterCarriageReturn = next == '\r';
    if (secondHalf) {
      return true;
    }
    if (next == '\n' || next == '\r') {
      return endLine();
    }
    line.write(next);
    return true;
  }

  private boolean endLine() {
    String text = line.toString(StandardCharsets.UTF_8);
    line.reset();
    return lines.take(text);
  }
}
