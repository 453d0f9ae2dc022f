package dev.postern.testing.service;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads a request off a stream without interpreting more than where it ends. */
final class RequestBytes {
  private RequestBytes() {}

  /** What comes is no HTTP request; a real server says so too instead of waiting for more. */
  static final class NotHttpException extends IOException {
    private static final long serialVersionUID = 1;
  }

  static ReceivedRequest read(InputStream in, int connection) throws IOException {
    String head = head(in);
    ReceivedRequest bare = new ReceivedRequest(head, new byte[0], connection);
    List<String> lengths = bare.headers("Content-Length");
    if ("chunked".equalsIgnoreCase(bare.header("Transfer-Encoding"))) {
      return new ReceivedRequest(head, chunks(in), connection);
    }
    if (lengths.isEmpty()) {
      return bare;
    }
    return new ReceivedRequest(head, exactly(in, Integer.parseInt(lengths.get(0))), connection);
  }

  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      head.append(line).append("\r\n");
    }
    return head.toString();
  }

  /** A lone LF or CR stays part of its line: an injected one must be seen. */
  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int before = -1;
    for (int next = in.read(); next >= 0; next = in.read()) {
      if (line.size() == 0 && next < ' ' && next != '\r') {
        throw new NotHttpException(); // for instance a TLS handshake
      }
      if (before == '\r' && next == '\n') {
        return line.toString(StandardCharsets.ISO_8859_1).substring(0, line.size() - 1);
      }
      line.write(next);
      before = next;
    }
    throw new EOFException();
  }

  private static byte[] chunks(InputStream in) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    while (true) {
      int length = Integer.parseInt(line(in), 16);
      body.writeBytes(exactly(in, length));
      line(in);
      if (length == 0) {
        return body.toByteArray();
      }
    }
  }

  private static byte[] exactly(InputStream in, int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException();
    }
    return bytes;
  }
}
