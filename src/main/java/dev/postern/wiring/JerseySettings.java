package dev.postern.wiring;

import org.glassfish.jersey.server.ResourceConfig;

/** Settings that make Jersey behave the same in our WAR on Tomcat and as Payara's own copy. */
final class JerseySettings {
  private JerseySettings() {}

  static void apply(ResourceConfig application) {
    // Otherwise JSON-B of Payara takes over application/json.
    application.property("jersey.config.jsonFeature", "JacksonFeature");
    application.property("jersey.config.disableAutoDiscovery", true);
    application.property("jersey.config.disableJsonProcessing", true);
    application.property("jersey.config.disableMoxyJson", true);
    application.property("jersey.config.server.wadl.disableWadl", true);
    // Statuses are set, or the server would send its own HTML error pages instead.
    application.property("jersey.config.server.response.setStatusOverSendError", true);
  }
}
