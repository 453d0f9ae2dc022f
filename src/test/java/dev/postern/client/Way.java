package dev.postern.client;

/**
 * How a library connects.
 *
 * @param path below the context root
 * @param revision that it and Postern agree on
 */
record Way(String path, String revision) {
  static final Way STREAMABLE = new Way("/mcp", "2025-11-25");
  static final Way STATELESS = new Way("/mcp", "2026-07-28");

  static Way sse(String revision) {
    return new Way("/sse", revision);
  }

  boolean isSse() {
    return path.equals("/sse");
  }
}
