package dev.postern.source.db;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** Notes which statements go to a real database and how many rows come back. */
final class CountingDataSource {
  private final List<String> statements = new CopyOnWriteArrayList<>();
  private final AtomicInteger rows = new AtomicInteger();
  private final DataSource counted;

  CountingDataSource(DataSource real) {
    counted = wrap(DataSource.class, real);
  }

  DataSource counted() {
    return counted;
  }

  List<String> statements() {
    return List.copyOf(statements);
  }

  int rows() {
    return rows.get();
  }

  void reset() {
    statements.clear();
    rows.set(0);
  }

  private <T> T wrap(Class<T> type, Object real) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              Object result;
              try {
                result = method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
              if (method.getName().equals("prepareStatement")) {
                statements.add((String) arguments[0]);
              }
              if (method.getName().equals("next") && Boolean.TRUE.equals(result)) {
                rows.incrementAndGet();
              }
              return wrapped(method.getReturnType(), result);
            }));
  }

  private Object wrapped(Class<?> type, Object result) {
    boolean interesting =
        type == Connection.class || type == PreparedStatement.class || type == ResultSet.class;
    return interesting && result != null ? wrap(type, result) : result;
  }
}
