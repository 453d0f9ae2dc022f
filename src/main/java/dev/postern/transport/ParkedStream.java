package dev.postern.transport;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;

/** Writes whenever the connection takes bytes, on whatever thread; holds none in between. */
final class ParkedStream extends ResponseStream implements WriteListener {
  private final AsyncContext async;
  private final ServletOutputStream out;
  private boolean flushed = true; // guarded by this

  private ParkedStream(AsyncContext async, ServletOutputStream out, Runnable onClose) {
    super(onClose);
    this.async = async;
    this.out = out;
  }

  static ParkedStream take(AsyncContext async, Runnable onClose) throws IOException {
    ParkedStream stream = new ParkedStream(async, async.getResponse().getOutputStream(), onClose);
    async.addListener(stream);
    stream.out.setWriteListener(stream);
    return stream;
  }

  @Override
  void drain() {
    boolean done;
    try {
      done = writeWhatFits();
    } catch (IOException | IllegalStateException e) { // the client is gone, or the server stops
      broke(e);
      done = true;
    }
    if (done) {
      close();
    }
  }

  /**
   * @return whether everything has gone out and nothing more will come
   */
  private synchronized boolean writeWhatFits() throws IOException {
    while (!isClosed() && out.isReady()) {
      byte[] bytes = next();
      if (bytes != null) {
        out.write(bytes);
        flushed = false;
      } else if (!flushed) {
        flushed = true;
        out.flush();
      } else {
        return isFinishing();
      }
    }
    return false;
  }

  @Override
  void complete() {
    complete(async);
  }

  @Override
  public void onWritePossible() {
    drain();
  }

  @Override
  public void onError(Throwable cause) {
    broke(cause);
    close();
  }
}
