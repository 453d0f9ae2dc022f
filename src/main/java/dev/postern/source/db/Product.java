package dev.postern.source.db;

import dev.postern.source.SourceException;
import java.sql.Connection;
import java.sql.SQLException;

/** The databases that Postern knows; MariaDB goes by the name of MySQL. */
enum Product {
  MYSQL("mysql"),
  POSTGRESQL("postgresql"),
  H2("h2");

  private final String id;

  Product(String id) {
    this.id = id;
  }

  /** The {@code databaseId} of the mappers and the folder below {@code sql/}. */
  String id() {
    return id;
  }

  static Product of(Connection connection) throws SQLException {
    String name = connection.getMetaData().getDatabaseProductName();
    return switch (name) {
      case "MySQL", "MariaDB" -> MYSQL;
      case "PostgreSQL" -> POSTGRESQL;
      case "H2" -> H2;
      default ->
          throw new SourceException(
              "The DataSource leads to "
                  + name
                  + "; Postern works with MySQL, MariaDB, PostgreSQL and H2");
    };
  }
}
