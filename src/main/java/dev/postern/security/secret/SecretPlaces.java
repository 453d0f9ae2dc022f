package dev.postern.security.secret;

/** Says where a secret can be defined. */
public final class SecretPlaces {
  private SecretPlaces() {}

  /** What follows "is not defined;". */
  public static String cure(String key) {
    return "set the environment variable "
        + EnvironmentSecrets.PREFIX
        + key
        + " or the JNDI entry "
        + JndiSecrets.CONTEXT
        + "/"
        + key
        + ", the file "
        + key
        + " in the folder postern.secrets.directory, or the system property "
        + PropertySecrets.PREFIX
        + key;
  }
}
