package dev.postern.source.db;

import java.math.BigDecimal;

/** The whole table in one line; another one means that something changed. */
record Fingerprint(long count, BigDecimal checksum) {

  /** Numbers compared by value: databases and Java differ in how many decimals a sum has. */
  boolean matches(Fingerprint other) {
    return count == other.count && checksum.compareTo(other.checksum) == 0;
  }
}
