package dev.postern.testing.service;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.net.ServerSocketFactory;

/**
 * An HTTP/1.1 server on a free port of 127.0.0.1 that records what it gets. It answers {@code
 * {"ok":true}} until told otherwise; a thread per connection, all gone after {@link #close}.
 */
public final class RecordingService implements AutoCloseable {
  private final ServerSocket listener;
  private final String scheme;
  private final AtomicInteger connections = new AtomicInteger();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private final List<ReceivedRequest> requests = new CopyOnWriteArrayList<>();
  private volatile Function<ReceivedRequest, Answer> answers =
      request -> Answer.json("{\"ok\":true}");

  private RecordingService(ServerSocket listener, String scheme) {
    this.listener = listener;
    this.scheme = scheme;
  }

  public static RecordingService start() {
    return start(ServerSocketFactory.getDefault(), "http");
  }

  /** Over TLS, where the factory speaks it. */
  public static RecordingService start(ServerSocketFactory sockets, String scheme) {
    try {
      ServerSocket listener = sockets.createServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
      RecordingService service = new RecordingService(listener, scheme);
      service.run("service-accept", service::accept);
      return service;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Answers every request from now on like this. */
  public RecordingService answer(Answer answer) {
    return answerBy(request -> answer);
  }

  /** Chooses the answer by the request. */
  public RecordingService answerBy(Function<ReceivedRequest, Answer> chosen) {
    answers = chosen;
    return this;
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** For instance {@code http://127.0.0.1:40123}. */
  public String url() {
    return scheme + "://127.0.0.1:" + port();
  }

  public String url(String path) {
    return url() + path;
  }

  /** All requests so far, in the order in which they were complete. */
  public List<ReceivedRequest> requests() {
    return List.copyOf(requests);
  }

  public ReceivedRequest last() {
    if (requests.isEmpty()) {
      throw new AssertionError("The service got no request");
    }
    return requests.get(requests.size() - 1);
  }

  public void forget() {
    requests.clear();
  }

  /** How many connections were opened to it so far. */
  public int connections() {
    return connections.get();
  }

  /** How many are open now. */
  public int openConnections() {
    return open.size();
  }

  @Override
  public void close() {
    try {
      listener.close();
      for (Socket socket : open) {
        socket.close();
      }
      for (Thread thread : threads) {
        thread.interrupt();
        thread.join(5_000);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run(String name, Runnable work) {
    Thread thread =
        new Thread(
            () -> {
              work.run();
              threads.remove(Thread.currentThread());
            },
            name);
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        socket.setTcpNoDelay(true);
        int number = connections.incrementAndGet();
        open.add(socket);
        run("service-" + number, () -> serve(socket, number));
      } catch (IOException e) {
        // closed by us, or the connection was gone before it was accepted
      }
    }
  }

  private static void refuse(Socket socket) {
    try {
      socket.getOutputStream().write("HTTP/1.1 400 Not HTTP\r\n\r\n".getBytes(US_ASCII));
    } catch (IOException e) {
      // nobody is there to be told
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // it is of no use any more either way
    }
  }

  private void serve(Socket socket, int number) {
    try {
      InputStream in = new BufferedInputStream(socket.getInputStream());
      boolean open = true;
      while (open) {
        ReceivedRequest request = RequestBytes.read(in, number);
        requests.add(request);
        open = answers.apply(request).write(request, socket.getOutputStream());
        socket.getOutputStream().flush();
      }
    } catch (RequestBytes.NotHttpException e) {
      refuse(socket);
    } catch (EOFException e) {
      // the client is done with this connection
    } catch (IOException | InterruptedException e) {
      // the client went away, or the service is closing
    } finally {
      open.remove(socket);
      close(socket);
    }
  }
}
