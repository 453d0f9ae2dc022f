package dev.postern.security.outbound;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Kinds of addresses at which no service of a company stands, but things that trust this server.
 */
public enum AddressKind {
  /** The gateway's own machine; {@code 0.0.0.0} and {@code ::} lead there, too. */
  LOOPBACK("a loopback address: this gateway's own machine"),
  /** RFC 3927, RFC 4291 §2.5.6: the same wire. */
  LINK_LOCAL("a link-local address"),
  /** Where clouds hand out the credentials of their machines. */
  METADATA("an address of a cloud's metadata service"),
  /** Multicast, broadcast and reserved addresses. */
  SPECIAL("a multicast, broadcast or reserved address");

  /** Beside 169.254.0.0/16, where most clouds have it; IPv6 and odd ones. */
  private static final List<byte[]> METADATA_SERVICES =
      List.of(
          bytes(169, 254, 169, 254),
          bytes(169, 254, 170, 2), // containers of AWS
          bytes(169, 254, 170, 23),
          bytes(168, 63, 129, 16), // Azure
          bytes(100, 100, 100, 200), // Alibaba
          bytes(192, 0, 0, 192), // Oracle, classic
          bytes(0xfd, 0x00, 0x0e, 0xc2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02, 0x54), // AWS
          bytes(0xfd, 0x00, 0x0e, 0xc2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x23), // AWS, containers
          bytes(0xfd, 0x20, 0x00, 0xce, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02, 0x54)); // Google

  private final String words;

  AddressKind(String words) {
    this.words = words;
  }

  /** As a setting names it. */
  public String settingName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static Optional<AddressKind> named(String settingName) {
    return Arrays.stream(values())
        .filter(kind -> kind.settingName().equals(settingName))
        .findFirst();
  }

  String words() {
    return words;
  }

  /** Empty for the address of an ordinary service, private ranges included. */
  static Optional<AddressKind> of(InetAddress address) {
    byte[] bytes = address.getAddress();
    if (METADATA_SERVICES.stream().anyMatch(one -> Arrays.equals(one, bytes))) {
      return Optional.of(METADATA);
    }
    if (address.isLoopbackAddress() || address.isAnyLocalAddress()) {
      return Optional.of(LOOPBACK);
    }
    if (address.isLinkLocalAddress()) {
      return Optional.of(LINK_LOCAL);
    }
    if (address.isMulticastAddress()) {
      return Optional.of(SPECIAL);
    }
    return address instanceof Inet4Address ? ofFourBytes(bytes) : ofSixteenBytes(bytes);
  }

  private static Optional<AddressKind> ofFourBytes(byte[] bytes) {
    int first = bytes[0] & 0xFF;
    if (first == 0) { // RFC 791: "this network"; Linux takes some of it for itself
      return Optional.of(LOOPBACK);
    }
    return first >= 240 ? Optional.of(SPECIAL) : Optional.empty();
  }

  /** An IPv6 address through which some other machine speaks to an IPv4 address is that one. */
  private static Optional<AddressKind> ofSixteenBytes(byte[] bytes) {
    for (byte[] inside : EmbeddedIpv4.in(bytes)) {
      Optional<AddressKind> kind = of(EmbeddedIpv4.address(inside));
      if (kind.isPresent()) {
        return kind;
      }
    }
    return Optional.empty();
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }
}
