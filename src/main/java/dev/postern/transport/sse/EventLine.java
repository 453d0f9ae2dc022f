package dev.postern.transport.sse;

import dev.postern.security.ClientHeaders;
import dev.postern.transport.Line;
import dev.postern.transport.ResponseStream;
import dev.postern.transport.ServerSentEvent;

/**
 * Messages as events of one stream. The stream comes a moment after the line, for its first event
 * names what the line belongs to; nobody has anything to send before that event.
 */
final class EventLine implements Line {
  private final ClientHeaders clientHeaders;
  private volatile ResponseStream stream;

  /**
   * @param clientHeaders of the request that opened the stream
   */
  EventLine(ClientHeaders clientHeaders) {
    this.clientHeaders = clientHeaders;
  }

  @Override
  public ClientHeaders clientHeaders() {
    return clientHeaders;
  }

  void begin(ResponseStream over, String endpoint) {
    stream = over; // first: the client may post as soon as it has read where to
    over.write(ServerSentEvent.named("endpoint", endpoint));
  }

  @Override
  public void send(byte[] json) {
    write(ServerSentEvent.message(json));
  }

  @Override
  public void keepAlive() {
    write(ServerSentEvent.KEEP_ALIVE);
  }

  private void write(byte[] event) {
    ResponseStream open = stream;
    if (open != null) {
      open.write(event);
    }
  }

  @Override
  public void end() {
    ResponseStream open = stream;
    if (open != null) {
      open.finish();
    }
  }
}
