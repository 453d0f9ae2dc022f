package dev.postern.invoker;

import dev.postern.upstream.UpstreamException;

/** A request was not sent: something between it and the wire refused it. */
public final class RefusedException extends UpstreamException {
  private static final long serialVersionUID = 1;

  private final transient Refusal refusal;

  public RefusedException(Refusal refusal) {
    super(Kind.BUSY, refusal.message(), null);
    this.refusal = refusal;
  }

  public Refusal refusal() {
    return refusal;
  }
}
