package dev.postern.invoker;

/** Addresses without what may be secret in them: query, fragment and credentials. */
final class WithoutSecrets {
  private WithoutSecrets() {}

  static String address(String url) {
    String address = beforeQuery(url);
    int authority = address.indexOf("//");
    int at =
        authority < 0 ? -1 : address.substring(0, pathStart(address, authority)).lastIndexOf('@');
    return at < 0 ? address : address.substring(0, authority + 2) + address.substring(at + 1);
  }

  static String beforeQuery(String url) {
    int end = url.length();
    for (int i = 0; i < end; i++) {
      if (url.charAt(i) == '?' || url.charAt(i) == '#') {
        end = i;
      }
    }
    return url.substring(0, end);
  }

  private static int pathStart(String address, int authority) {
    int slash = address.indexOf('/', authority + 2);
    return slash < 0 ? address.length() : slash;
  }
}
