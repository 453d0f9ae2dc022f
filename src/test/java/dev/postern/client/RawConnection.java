package dev.postern.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;

/** A connection on which any bytes can be sent, whether they are HTTP or not. */
final class RawConnection implements Closeable {
  private static final int LIMIT_MILLIS = 20_000;

  private final Socket socket;

  private RawConnection(Socket socket) {
    this.socket = socket;
  }

  static RawConnection to(URI server) throws IOException {
    Socket socket = new Socket(server.getHost(), server.getPort());
    socket.setSoTimeout(LIMIT_MILLIS);
    return new RawConnection(socket);
  }

  /** One byte per char. */
  RawConnection send(String bytes) throws IOException {
    socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
    socket.getOutputStream().flush();
    return this;
  }

  /** Everything until the server closes the connection. */
  String answer() throws IOException {
    return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
  }

  /** Gone without a good-bye: the server gets a reset. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
