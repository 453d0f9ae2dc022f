package dev.postern.testing.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** A port of the loopback address that nobody listens on. */
public final class FreePort {
  private FreePort() {}

  /** Another process may take it before its user binds it; the kernel gives each out rarely. */
  public static int find() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
