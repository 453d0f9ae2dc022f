package dev.postern.invoker;

import dev.postern.template.BadValueException;
import dev.postern.template.Scope;

/** A body with holes. Immutable. */
@FunctionalInterface
public interface BodyTemplate {

  /**
   * @param contentType unless the tool's headers say another
   */
  record Body(String contentType, byte[] bytes) {}

  /**
   * Fills the holes.
   *
   * @return null where the whole body drops out
   * @throws InterruptedException if the caller no longer wants the answer
   */
  Body render(Scope scope) throws BadValueException, InterruptedException;

  /** Whether it is JSON, in which a member can be set. */
  default boolean isJson() {
    return false;
  }
}
