package dev.postern.wiring;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.runtime.ObjectMethods;

/**
 * What the JDK remembers of our records. It makes {@code equals} and {@code hashCode} of a record
 * by fitting a few shared method handles to its types, and up to JDK 18 each of these handles holds
 * on to the types it was fitted to last (JDK-8078641): one record compared, and the class loader of
 * an application that ended is never collected.
 */
final class RecordMethods {
  private RecordMethods() {}

  /** Has the same handles fitted to a class that no application brought. */
  static void forget() {
    MethodHandle component = MethodHandles.identity(String.class);
    fit("equals", MethodType.methodType(boolean.class, String.class, Object.class), component);
    fit("hashCode", MethodType.methodType(int.class, String.class), component);
  }

  private static void fit(String method, MethodType type, MethodHandle component) {
    try {
      ObjectMethods.bootstrap(
          MethodHandles.lookup(), method, type, String.class, "text", component);
    } catch (
        Throwable e) { // as declared by the JDK; a class loader too many is all that comes of it
      if (e instanceof Error error) {
        throw error;
      }
    }
  }
}
