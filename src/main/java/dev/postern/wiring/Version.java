package dev.postern.wiring;

import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.io.InputStream;
import java.util.jar.Attributes;
import java.util.jar.Manifest;

/** The version that the build wrote into the WAR's manifest. */
final class Version {
  private Version() {}

  static String of(ServletContext context) {
    try (InputStream in = context.getResourceAsStream("/META-INF/MANIFEST.MF")) {
      String version =
          in == null
              ? null
              : new Manifest(in)
                  .getMainAttributes()
                  .getValue(Attributes.Name.IMPLEMENTATION_VERSION);
      return version == null ? "development" : version;
    } catch (IOException e) {
      return "development";
    }
  }
}
