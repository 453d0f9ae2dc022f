package dev.postern.upstream;

import dev.postern.security.outbound.AddressRules;
import dev.postern.security.outbound.TrustStores;

/**
 * How calls leave the process.
 *
 * @param userAgent sent where the tool sends none of its own
 * @param maxAnswerBytes the largest body that is read, after decompression
 * @param maxCallsPerService under way at one time; further calls are refused at once
 * @param maxConnectionsPerHost open at one time; further calls wait for one within their time-out
 * @param addresses where they may go
 * @param trust whom they believe over TLS
 */
public record UpstreamSettings(
    String userAgent,
    int maxAnswerBytes,
    int maxConnectionsPerHost,
    int maxCallsPerService,
    AddressRules addresses,
    TrustStores trust) {
  /** Far more than a model can read; a mistake rather than an answer beyond it. */
  public static final int DEFAULT_MAX_ANSWER_BYTES = 10 * 1024 * 1024;

  /** As many as a container's threads: a bulkhead, not the pool, shall limit calls. */
  public static final int DEFAULT_MAX_CONNECTIONS_PER_HOST = 200;

  /** With the strictest rules for addresses. */
  public UpstreamSettings(
      String userAgent, int maxAnswerBytes, int maxConnectionsPerHost, int maxCallsPerService) {
    this(
        userAgent,
        maxAnswerBytes,
        maxConnectionsPerHost,
        maxCallsPerService,
        AddressRules.STRICT,
        TrustStores.NONE);
  }

  /** Without a limit for calls. */
  public UpstreamSettings(String userAgent, int maxAnswerBytes, int maxConnectionsPerHost) {
    this(userAgent, maxAnswerBytes, maxConnectionsPerHost, Integer.MAX_VALUE);
  }

  public UpstreamSettings {
    if (maxAnswerBytes < 1 || maxConnectionsPerHost < 1 || maxCallsPerService < 1) {
      throw new IllegalArgumentException("The limits for calls to services must be at least 1");
    }
  }

  public static UpstreamSettings defaults(String version) {
    return new UpstreamSettings(
        "Postern/" + version, DEFAULT_MAX_ANSWER_BYTES, DEFAULT_MAX_CONNECTIONS_PER_HOST);
  }

  /** The same with other rules. */
  public UpstreamSettings with(AddressRules rules, TrustStores trusted) {
    return new UpstreamSettings(
        userAgent, maxAnswerBytes, maxConnectionsPerHost, maxCallsPerService, rules, trusted);
  }
}
