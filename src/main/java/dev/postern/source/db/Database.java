package dev.postern.source.db;

import dev.postern.source.Kind;
import dev.postern.source.SourceException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import java.util.function.Supplier;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one way to the database. Nothing is opened before the first use, so that a node starts while
 * its database is down; the first connection that succeeds tells the product and brings the tables
 * up to date.
 */
public final class Database {

  private static final Logger LOG = LoggerFactory.getLogger(Database.class);

  /** Seconds. Polls take milliseconds; a statement this slow waits for a lock or worse. */
  private static final int STATEMENT_TIMEOUT = 5;

  /** Writers of one row meet rarely; whoever loses this often meets something else. */
  private static final int ATTEMPTS = 10;

  private final DataSource dataSource;
  private volatile Sessions opened; // written under the lock of this

  public Database(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** Does in time what the first use would; why that fails is for the first use to say. */
  public void openEarly() {
    try {
      shared(session -> null);
    } catch (RuntimeException e) {
      LOG.debug("Not opened early", e);
    }
  }

  /** Work with a session; whether it is one transaction is the method's that takes it. */
  @FunctionalInterface
  interface Work<T> {
    T apply(SqlSession session);
  }

  /**
   * How the tables are spoken to, once the product is known.
   *
   * @param rows one for each table of rows: they read one file of statements, each with its table
   */
  private record Sessions(Map<Kind, SqlSessionFactory> rows, SqlSessionFactory shared) {}

  /**
   * With {@link RowMapper} on this kind's table. Each statement is its own transaction and sees
   * what was committed before it began.
   */
  <T> T read(Kind kind, Work<T> work) {
    return onSession(opened -> opened.rows().get(kind), true, work);
  }

  /**
   * As {@link #read}, with {@link KeyMapper}, {@link EndedMapper}, {@link ReplyMapper} and {@link
   * NoteMapper}.
   */
  <T> T shared(Work<T> work) {
    return onSession(Sessions::shared, true, work);
  }

  /** As {@link #read}, but all or nothing: an exception rolls back. */
  <T> T transact(Kind kind, Work<T> work) {
    return onSession(
        opened -> opened.rows().get(kind),
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

  /**
   * Makes a change that somebody else may make at the same time: deadlocks and races for one key
   * are lost by one side, which tries again and then sees the other's row.
   */
  <T> T contend(Supplier<T> change) {
    for (int attempt = 1; ; attempt++) {
      try {
        return change.get();
      } catch (SourceException e) {
        boolean lost = SqlFault.isIntegrityViolation(e) || SqlFault.isConflict(e);
        if (!lost || attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private <T> T onSession(
      Function<Sessions, SqlSessionFactory> table, boolean autoCommit, Work<T> work) {
    try (Lease lease = Lease.of(dataSource, autoCommit);
        SqlSession session =
            table.apply(sessions(lease.connection())).openSession(lease.connection())) {
      return work.apply(session);
    } catch (SQLException | PersistenceException e) {
      throw new SourceException("The database refuses or does not answer: " + SqlFault.text(e), e);
    }
  }

  private Sessions sessions(Connection connection) throws SQLException {
    Sessions known = opened;
    return known == null ? open(connection) : known;
  }

  private synchronized Sessions open(Connection connection) throws SQLException {
    if (opened == null) {
      Product product = Product.of(connection);
      boolean autoCommit = connection.getAutoCommit();
      Schema.update(connection, product);
      connection.setAutoCommit(autoCommit);
      Map<Kind, SqlSessionFactory> rows = new EnumMap<>(Kind.class);
      for (Kind kind : Kind.values()) {
        rows.put(kind, factory(product, Map.of("table", kind.table()), "/mybatis/rows.xml"));
      }
      opened =
          new Sessions(
              rows,
              factory(
                  product,
                  Map.of(),
                  "/mybatis/keys.xml",
                  "/mybatis/ended.xml",
                  "/mybatis/replies.xml",
                  "/mybatis/notes.xml"));
    }
    return opened;
  }

  /**
   * @param variables replaced in the statements when they are read, not when they are run
   */
  private SqlSessionFactory factory(
      Product product, Map<String, String> variables, String... mappers) {
    ManagedTransactionFactory transactions = new ManagedTransactionFactory();
    Properties settings = new Properties();
    settings.setProperty("closeConnection", "false"); // a Lease does
    transactions.setProperties(settings);
    Configuration configuration =
        new Configuration(new Environment("postern", transactions, dataSource));
    configuration.setDatabaseId(product.id());
    configuration.setDefaultStatementTimeout(STATEMENT_TIMEOUT);
    configuration.setCacheEnabled(false);
    configuration.setLocalCacheScope(LocalCacheScope.STATEMENT);
    configuration.getVariables().putAll(variables);
    for (String mapper : mappers) {
      addMapper(configuration, mapper);
    }
    return new DefaultSqlSessionFactory(configuration);
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
