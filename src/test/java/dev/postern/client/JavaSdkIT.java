package dev.postern.client;

import java.net.URI;

/** The official Java SDK. */
class JavaSdkIT extends SdkContract implements SessionContract {

  JavaSdkIT() {
    super("java-sdk.", Way.STREAMABLE);
  }

  @Override
  SdkClient connect(URI endpoint) {
    return new JavaSdkClient(endpoint, way());
  }
}
