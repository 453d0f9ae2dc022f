package dev.postern.testing.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.apache.commons.dbcp2.BasicDataSource;

/** An empty database, with the access that a person at a database's prompt has. */
public record TestDatabase(String url, String driver, String user, String password) {

  /** A pool as Tomcat makes one; the caller closes it. */
  public BasicDataSource pool() {
    BasicDataSource pool = new BasicDataSource();
    pool.setDriverClassName(driver);
    pool.setUrl(url);
    pool.setUsername(user);
    pool.setPassword(password);
    pool.setMaxTotal(20);
    pool.setMaxWait(Duration.ofSeconds(5));
    pool.setValidationQueryTimeout(Duration.ofSeconds(3));
    return pool;
  }

  /** A connection past every pool. */
  public Connection connect() throws SQLException {
    return DriverManager.getConnection(url, user, password);
  }

  /** Types the statements into the database, each its own transaction. */
  public void type(String... statements) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** Runs one statement with values in place of its question marks. */
  public int update(String sql, Object... values) throws SQLException {
    try (Connection connection = connect();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int index = 0; index < values.length; index++) {
        statement.setObject(index + 1, values[index]);
      }
      return statement.executeUpdate();
    }
  }

  /** The first column of the first row as text; null where there is none. */
  public String ask(String query) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      return rows.next() ? rows.getString(1) : null;
    }
  }
}
