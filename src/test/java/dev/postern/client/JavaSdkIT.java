package dev.postern.client;

import java.net.URI;

/** The official Java SDK. */
class JavaSdkIT extends SdkContract {

  JavaSdkIT() {
    super("java-sdk.");
  }

  @Override
  SdkClient connect(URI endpoint) {
    return new JavaSdkClient(endpoint);
  }
}
