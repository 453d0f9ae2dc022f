package dev.postern.protocol;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A revision of the protocol as far as results differ by it: handlers speak the newest vocabulary,
 * the revision makes of it what its clients know. The only place where results are shaped.
 */
public interface Revision {

  /** As on the wire, for instance {@code 2025-11-25}. */
  String version();

  /**
   * The result as clients of this revision know it.
   *
   * @param method of the request
   * @param result in the newest vocabulary; must not be changed, parts may be shared
   */
  ObjectNode shape(String method, ObjectNode result);

  /** What a resource that does not exist is answered with. */
  int resourceNotFoundCode();
}
