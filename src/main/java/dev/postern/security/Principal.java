package dev.postern.security;

/**
 * Who stands behind a request.
 *
 * @param name unique among all callers; {@link #ANONYMOUS} where nobody had to log in
 */
public record Principal(String name) {
  public static final Principal ANONYMOUS = new Principal("");
}
