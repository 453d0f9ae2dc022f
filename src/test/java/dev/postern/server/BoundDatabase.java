package dev.postern.server;

import dev.postern.testing.database.DatabaseServers;
import dev.postern.testing.database.TestDatabase;
import java.net.URI;
import java.nio.file.Path;
import java.security.CodeSource;

/** A real MariaDB for the files of {@code tomcat-conf/}, which servers bind by JNDI. */
record BoundDatabase(TestDatabase database) {

  static BoundDatabase fresh() {
    return new BoundDatabase(DatabaseServers.mariadb().freshDatabase());
  }

  /** What operations do in an editor. */
  String fillIn(String file) {
    URI address = URI.create(database.url().substring("jdbc:".length()));
    return file.replace("DATABASE-HOST:3306/postern", place(address, ":"))
        .replace("DATABASE-HOST\\:3306/postern", place(address, "\\:"))
        .replace("user=postern", "user=" + database.user())
        .replace("username=\"postern\"", "username=\"" + database.user() + "\"")
        .replace("CHANGE-ME", database.password());
  }

  private static String place(URI address, String colon) {
    return address.getHost() + colon + address.getPort() + address.getPath();
  }

  /** The driver's jar, for servers that want it in their own library folder. */
  static Path driver() {
    CodeSource source = com.mysql.cj.jdbc.Driver.class.getProtectionDomain().getCodeSource();
    return Path.of(source.getLocation().getPath());
  }
}
