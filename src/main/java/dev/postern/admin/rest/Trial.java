package dev.postern.admin.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Problem;
import dev.postern.message.mcp.Outcome;
import dev.postern.security.Principal;
import java.util.List;

/**
 * How one kind is tried out.
 *
 * @param <T> {@link dev.postern.catalogue.Tool Tool}, {@link dev.postern.catalogue.Prompt Prompt}
 *     or {@link dev.postern.catalogue.Resource Resource}
 */
public interface Trial<T> {

  /** What is wrong with the arguments, with pointers into them; empty where nothing is. */
  List<Problem> check(T entry, ObjectNode arguments);

  /**
   * @param arguments already checked
   */
  Outcome run(T entry, ObjectNode arguments, Principal caller) throws InterruptedException;
}
