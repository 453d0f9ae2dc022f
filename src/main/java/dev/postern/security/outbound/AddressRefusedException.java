package dev.postern.security.outbound;

import java.net.UnknownHostException;

/** A host has no address that may be called; to whoever asked for one it has none at all. */
public final class AddressRefusedException extends UnknownHostException {
  private static final long serialVersionUID = 1;

  /**
   * @param reason as of {@link AddressRules#refusal}
   */
  public AddressRefusedException(String reason) {
    super(reason);
  }
}
