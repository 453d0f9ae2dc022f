package dev.postern.invoker.auth;

import dev.postern.invoker.Redaction;
import dev.postern.upstream.UpstreamException;
import dev.postern.upstream.UpstreamRequest;

/** Something that makes a service let a request in. Safe for concurrent use. */
interface Credentials {

  /**
   * The request with them.
   *
   * @throws UpstreamException if there are none at the time; nothing must be sent then
   */
  UpstreamRequest on(UpstreamRequest request) throws UpstreamException, InterruptedException;

  /** Takes them out of what is said to the client; null where none were used so far. */
  Redaction redaction();
}
