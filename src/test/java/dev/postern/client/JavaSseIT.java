package dev.postern.client;

import java.net.URI;

/** The official Java SDK over HTTP+SSE, where it knows the oldest revision only. */
class JavaSseIT extends SdkContract implements SessionContract {

  JavaSseIT() {
    super("java-sse.", Way.sse("2024-11-05"));
  }

  @Override
  SdkClient connect(URI endpoint) {
    return new JavaSdkClient(endpoint, way());
  }
}
