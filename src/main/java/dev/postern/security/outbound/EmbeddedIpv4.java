package dev.postern.security.outbound;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The IPv4 addresses that an IPv6 address may stand for, by its form alone. */
final class EmbeddedIpv4 {
  private EmbeddedIpv4() {}

  /**
   * @param v6 sixteen bytes
   * @return none where it is no such form
   */
  static List<byte[]> in(byte[] v6) {
    List<byte[]> found = new ArrayList<>();
    boolean zeros = isZero(v6, 0, 8);
    if (zeros && isZero(v6, 8, 12)) {
      found.add(last(v6)); // IPv4-compatible, RFC 4291 §2.5.5.1
    }
    if (zeros && isZero(v6, 8, 10) && has(v6, 10, 0xff, 0xff)) {
      found.add(last(v6)); // IPv4-mapped, §2.5.5.2; Java makes most of them IPv4 itself
    }
    if (zeros && has(v6, 8, 0xff, 0xff, 0, 0)) {
      found.add(last(v6)); // IPv4-translated, RFC 2765 §2.1
    }
    if (has(v6, 0, 0, 0x64, 0xff, 0x9b)) { // NAT64, RFC 6052 §2.1 and RFC 8215
      found.add(last(v6));
      if (has(v6, 4, 0, 1)) { // the local prefix may be of any length from 48 bits: §2.2
        found.add(new byte[] {v6[6], v6[7], v6[9], v6[10]});
        found.add(new byte[] {v6[7], v6[9], v6[10], v6[11]});
        found.add(Arrays.copyOfRange(v6, 9, 13));
      }
    }
    if (has(v6, 0, 0x20, 0x02)) {
      found.add(Arrays.copyOfRange(v6, 2, 6)); // 6to4, RFC 3056 §2
    }
    if (has(v6, 0, 0x20, 0x01, 0, 0)) { // Teredo, RFC 4380 §4: the server, and the client inverted
      found.add(Arrays.copyOfRange(v6, 4, 8));
      found.add(inverted(last(v6)));
    }
    if ((v6[8] & 0xFD) == 0 && has(v6, 9, 0, 0x5e, 0xfe)) {
      found.add(last(v6)); // ISATAP, RFC 5214 §6.1
    }
    return found;
  }

  static InetAddress address(byte[] v4) {
    try {
      return InetAddress.getByAddress(v4);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("Four bytes are an address", e);
    }
  }

  private static byte[] last(byte[] v6) {
    return Arrays.copyOfRange(v6, 12, 16);
  }

  private static byte[] inverted(byte[] bytes) {
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) ~bytes[i];
    }
    return bytes;
  }

  private static boolean isZero(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean has(byte[] bytes, int from, int... expected) {
    for (int i = 0; i < expected.length; i++) {
      if ((bytes[from + i] & 0xFF) != expected[i]) {
        return false;
      }
    }
    return true;
  }
}
