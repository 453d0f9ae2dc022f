package dev.postern.invoker;

import java.util.Locale;
import java.util.regex.Pattern;

/** Names of headers that may carry somebody's credentials. One too many does no harm. */
public final class CredentialNames {
  private static final Pattern NAMES =
      Pattern.compile(
          ".*(auth|cookie|token|secret|pass(w|c|p|k)|pwd|credential|session|api-?key|access-?key"
              + "|jwt|saml|oidc|csrf|xsrf|signature|assertion|identity|principal|cert|bearer|dpop)"
              + ".*|.*-key|(.*-)?(sso|otp|pin|sid)(-.*)?");

  private CredentialNames() {}

  public static boolean include(String header) {
    return NAMES.matcher(header.toLowerCase(Locale.ROOT)).matches();
  }
}
