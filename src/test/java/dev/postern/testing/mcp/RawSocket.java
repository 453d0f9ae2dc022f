package dev.postern.testing.mcp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;

/**
 * A connection by hand, with next to no room for what the server sends: it answers nothing by
 * itself, and reads what it is told to read.
 */
public final class RawSocket implements AutoCloseable {
  private final Socket socket = new Socket();

  private RawSocket(int port) throws IOException {
    socket.setReceiveBufferSize(1_024);
    socket.connect(new InetSocketAddress("127.0.0.1", port));
    socket.setSoTimeout(30_000);
  }

  /** Sends a POST and reads nothing. */
  public static RawSocket post(URI uri, String body, String... headers) throws IOException {
    RawSocket socket = new RawSocket(uri.getPort());
    StringBuilder head = new StringBuilder("POST " + uri.getPath() + " HTTP/1.1\r\n");
    head.append("Host: 127.0.0.1\r\nContent-Type: application/json\r\n");
    head.append("Accept: application/json, text/event-stream\r\n");
    for (String header : headers) {
      head.append(header).append("\r\n");
    }
    head.append("Content-Length: ").append(body.length()).append("\r\n\r\n");
    socket.write((head + body).getBytes(US_ASCII));
    return socket;
  }

  /** Sends a GET for a stream and reads until this text has come. */
  public static RawSocket get(URI uri, String until) throws IOException {
    RawSocket socket = new RawSocket(uri.getPort());
    socket.write(
        ("GET "
                + uri.getPath()
                + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n")
            .getBytes(US_ASCII));
    socket.read(until);
    return socket;
  }

  /** A WebSocket after its handshake. */
  public static RawSocket webSocket(URI uri) throws IOException {
    RawSocket socket = new RawSocket(uri.getPort());
    socket.write(
        ("GET "
                + uri.getPath()
                + " HTTP/1.1\r\n"
                + "Host: 127.0.0.1\r\n"
                + "Upgrade: websocket\r\n"
                + "Connection: Upgrade\r\n"
                + "Sec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
            .getBytes(US_ASCII));
    String head = socket.read("\r\n\r\n");
    if (!head.startsWith("HTTP/1.1 101")) {
      throw new IOException("The handshake was answered with " + head);
    }
    return socket;
  }

  /** Reads until this text has come; returns everything that was read. */
  public String read(String until) throws IOException {
    StringBuilder read = new StringBuilder();
    while (read.indexOf(until) < 0) {
      int one = socket.getInputStream().read();
      if (one < 0) {
        throw new IOException("The connection ended after " + read);
      }
      read.append((char) one);
    }
    return read.toString();
  }

  public InputStream in() throws IOException {
    return socket.getInputStream();
  }

  public void write(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** One text frame of less than 64 KiB as clients send it, with a mask that changes nothing. */
  public static byte[] frame(String text) {
    byte[] payload = text.getBytes(US_ASCII);
    ByteBuffer frame = ByteBuffer.allocate(payload.length + 8);
    frame.put((byte) 0x81).put((byte) (0x80 | 126)).putShort((short) payload.length).putInt(0);
    return frame.put(payload).array();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
