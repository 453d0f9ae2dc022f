package dev.postern.source.db;

import dev.postern.source.SourceException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.apache.ibatis.builder.xml.XMLMapperBuilder;
import org.apache.ibatis.exceptions.PersistenceException;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.LocalCacheScope;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.defaults.DefaultSqlSessionFactory;
import org.apache.ibatis.transaction.managed.ManagedTransactionFactory;

/**
 * The one way to the database. Nothing is opened before the first use, so that a node starts while
 * its database is down; the first connection that succeeds tells the product and brings the tables
 * up to date.
 */
public final class Database {

  /** Seconds. Polls take milliseconds; a statement this slow waits for a lock or worse. */
  private static final int STATEMENT_TIMEOUT = 5;

  private static final List<String> MAPPERS = List.of("/mybatis/tools.xml", "/mybatis/keys.xml");

  private final DataSource dataSource;
  private volatile SqlSessionFactory sessions; // written under the lock of this

  public Database(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** Work with a session; whether it is one transaction is the method's that takes it. */
  @FunctionalInterface
  interface Work<T> {
    T apply(SqlSession session);
  }

  /** Each statement is its own transaction and sees what was committed before it began. */
  <T> T read(Work<T> work) {
    return onSession(true, work);
  }

  /** All or nothing: an exception rolls back. */
  <T> T transact(Work<T> work) {
    return onSession(
        false,
        session -> {
          Connection connection = session.getConnection();
          try {
            T result = work.apply(session);
            connection.commit();
            return result;
          } catch (SQLException e) {
            throw new PersistenceException(e);
          } finally {
            rollBack(connection); // after a commit there is nothing left to roll back
          }
        });
  }

  private <T> T onSession(boolean autoCommit, Work<T> work) {
    try (Lease lease = Lease.of(dataSource, autoCommit);
        SqlSession session = sessions(lease.connection()).openSession(lease.connection())) {
      return work.apply(session);
    } catch (SQLException | PersistenceException e) {
      throw new SourceException("The database refuses or does not answer: " + SqlFault.text(e), e);
    }
  }

  private SqlSessionFactory sessions(Connection connection) throws SQLException {
    SqlSessionFactory known = sessions;
    return known == null ? open(connection) : known;
  }

  private synchronized SqlSessionFactory open(Connection connection) throws SQLException {
    if (sessions == null) {
      Product product = Product.of(connection);
      boolean autoCommit = connection.getAutoCommit();
      Schema.update(connection, product);
      connection.setAutoCommit(autoCommit);
      sessions = new DefaultSqlSessionFactory(configuration(product));
    }
    return sessions;
  }

  private Configuration configuration(Product product) {
    ManagedTransactionFactory transactions = new ManagedTransactionFactory();
    java.util.Properties settings = new java.util.Properties();
    settings.setProperty("closeConnection", "false"); // a Lease does
    transactions.setProperties(settings);
    Configuration configuration =
        new Configuration(new Environment("postern", transactions, dataSource));
    configuration.setDatabaseId(product.id());
    configuration.setDefaultStatementTimeout(STATEMENT_TIMEOUT);
    configuration.setCacheEnabled(false);
    configuration.setLocalCacheScope(LocalCacheScope.STATEMENT);
    MAPPERS.forEach(mapper -> addMapper(configuration, mapper));
    return configuration;
  }

  private static void addMapper(Configuration configuration, String resource) {
    try (InputStream xml = Database.class.getResourceAsStream(resource)) {
      new XMLMapperBuilder(xml, configuration, resource, configuration.getSqlFragments()).parse();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void rollBack(Connection connection) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      throw new PersistenceException(e);
    }
  }
}
