package dev.postern.testing.mcp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** Thousands of open GET streams, read by the one thread that calls {@link #await}. */
public final class ManyStreams implements AutoCloseable {
  private final Selector selector = open();
  private final List<SocketChannel> channels = new ArrayList<>();
  private final ByteBuffer buffer = ByteBuffer.allocate(64 * 1024);

  private static Selector open() {
    try {
      return Selector.open();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Opens a stream and returns when its head has come. */
  public void open(URI uri, String... headers) throws IOException {
    SocketChannel channel = connect(uri, 0, headers);
    channel.configureBlocking(false);
    channel.register(selector, SelectionKey.OP_READ, new StringBuilder());
    channels.add(channel);
  }

  /** A client that sends its request, reads the head of the answer and not a byte more. */
  public SocketChannel openStalled(URI uri, String... headers) throws IOException {
    SocketChannel channel = connect(uri, 1024, headers);
    channels.add(channel);
    return channel;
  }

  private static SocketChannel connect(URI uri, int receiveBuffer, String... headers)
      throws IOException {
    SocketChannel channel = SocketChannel.open();
    if (receiveBuffer > 0) {
      channel.setOption(StandardSocketOptions.SO_RCVBUF, receiveBuffer);
    }
    channel.connect(new InetSocketAddress("127.0.0.1", uri.getPort()));
    StringBuilder request = new StringBuilder("GET " + uri.getPath() + " HTTP/1.1\r\n");
    request.append("Host: 127.0.0.1:").append(uri.getPort()).append("\r\n");
    request.append("Accept: text/event-stream\r\n");
    for (String header : headers) {
      request.append(header).append("\r\n");
    }
    channel.write(ByteBuffer.wrap(request.append("\r\n").toString().getBytes(US_ASCII)));
    ByteBuffer one = ByteBuffer.allocate(1);
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      one.clear();
      if (channel.read(one) < 0) {
        throw new IOException("The connection ended after " + head);
      }
      head.append((char) one.get(0));
    }
    if (!head.toString().startsWith("HTTP/1.1 200")) {
      throw new IOException("The answer began with " + head);
    }
    return channel;
  }

  /**
   * Reads until so many streams have had the text since the last call.
   *
   * @return how many had it when the time was up
   */
  public int await(String text, int wanted, long limitMillis) throws IOException {
    long end = System.nanoTime() + limitMillis * 1_000_000;
    int found = 0;
    while (found < wanted && System.nanoTime() < end) {
      selector.select(50);
      for (SelectionKey key : selector.selectedKeys()) {
        if (has(key, text)) {
          found++;
        }
      }
      selector.selectedKeys().clear();
    }
    return found;
  }

  private boolean has(SelectionKey key, String text) throws IOException {
    StringBuilder seen = (StringBuilder) key.attachment();
    buffer.clear();
    if (((SocketChannel) key.channel()).read(buffer) < 0) {
      key.cancel();
      return false;
    }
    seen.append(new String(buffer.array(), 0, buffer.position(), US_ASCII));
    boolean has = seen.indexOf(text) >= 0;
    seen.delete(0, has ? seen.length() : Math.max(0, seen.length() - text.length()));
    return has;
  }

  /** How many are open. */
  public int size() {
    return channels.size();
  }

  @Override
  public void close() throws IOException {
    for (SocketChannel channel : channels) {
      channel.close();
    }
    channels.clear();
    selector.close();
  }
}
