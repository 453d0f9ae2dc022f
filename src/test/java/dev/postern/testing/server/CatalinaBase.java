package dev.postern.testing.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import dev.postern.testing.server.TomcatSetup.Deployment;
import dev.postern.testing.server.TomcatSetup.User;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Writes the folder that one Tomcat runs from: the distribution's own files, hardly changed. */
final class CatalinaBase {
  private final TomcatSetup setup;
  private final Path base;

  private CatalinaBase(TomcatSetup setup, Path base) {
    this.setup = setup;
    this.base = base;
  }

  static Path write(TomcatSetup setup, int port) throws IOException {
    Path parent = Files.createDirectories(Path.of("target", "tomcat").toAbsolutePath());
    Path base = Files.createTempDirectory(parent, setup.home.getFileName() + "-");
    new CatalinaBase(setup, base).write(port);
    return base;
  }

  private void write(int port) throws IOException {
    for (String folder : new String[] {"conf/Catalina/localhost", "lib", "logs", "temp"}) {
      Files.createDirectories(base.resolve(folder));
    }
    Files.createDirectories(base.resolve("webapps"));
    copyConfiguration();
    writeServerXml(port);
    writeUsers();
    for (Deployment deployment : setup.deployments) {
      write(deployment);
    }
    for (Path library : setup.libraries) {
      Files.copy(library, base.resolve("lib").resolve(library.getFileName()), REPLACE_EXISTING);
    }
    if (setup.manager) {
      writeManager();
    }
    if (!setup.defaultContext.isEmpty()) {
      Files.writeString(base.resolve("conf/context.xml"), setup.defaultContext);
    }
  }

  private void copyConfiguration() throws IOException {
    try (Stream<Path> files = Files.list(setup.home.resolve("conf"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, base.resolve("conf").resolve(file.getFileName()), REPLACE_EXISTING);
      }
    }
  }

  /** The distribution's file with two changes: our port on loopback, and no shutdown port. */
  private void writeServerXml(int port) throws IOException {
    Path file = base.resolve("conf/server.xml");
    String stock = Files.readString(file);
    String ours =
        stock
            .replace("<Server port=\"8005\"", "<Server port=\"-1\"")
            .replace(
                "<Connector port=\"8080\"",
                "<Connector address=\"127.0.0.1\" port=\"" + port + "\" " + setup.connector);
    if (!ours.contains("address=\"127.0.0.1\" port=") || !ours.contains("<Server port=\"-1\"")) {
      throw new IllegalStateException(file + " is not the server.xml that Tomcat is known to ship");
    }
    Files.writeString(file, ours);
  }

  private void writeUsers() throws IOException {
    StringBuilder xml = new StringBuilder("<?xml version='1.0' encoding='utf-8'?>\n");
    xml.append("<tomcat-users xmlns=\"http://tomcat.apache.org/xml\" version=\"1.0\">\n");
    for (User user : setup.users) {
      xml.append("  <user username=\"")
          .append(user.name())
          .append("\" password=\"")
          .append(user.password())
          .append("\" roles=\"")
          .append(user.roles())
          .append("\"/>\n");
    }
    Files.write(
        base.resolve("conf/tomcat-users.xml"),
        xml.append("</tomcat-users>\n").toString().getBytes(UTF_8));
  }

  private void write(Deployment deployment) throws IOException {
    if (!Files.isRegularFile(deployment.war())) {
      throw new IllegalStateException(deployment.war() + " is missing; `mvn package` makes it");
    }
    Files.copy(deployment.war(), base.resolve("webapps").resolve(deployment.baseName() + ".war"));
    if (!deployment.contextXml().isEmpty()) {
      writeContext(deployment.baseName(), "<Context>\n" + deployment.contextXml() + "\n</Context>");
    }
  }

  private void writeManager() throws IOException {
    writeContext(
        "manager",
        "<Context docBase=\"" + setup.home.resolve("webapps/manager") + "\" privileged=\"true\"/>");
  }

  private void writeContext(String baseName, String xml) throws IOException {
    Files.writeString(base.resolve("conf/Catalina/localhost/" + baseName + ".xml"), xml + "\n");
  }

  /** Removes a folder with everything in it. */
  static void delete(Path folder) throws IOException {
    try (Stream<Path> tree = Files.walk(folder)) {
      for (Path path : tree.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
