package dev.postern.policy.cache;

import dev.postern.upstream.UpstreamRequest;
import dev.postern.upstream.UpstreamRequest.Header;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * All that shapes an answer. The request stands in it as its SHA-256, which is small and tells
 * nothing of the secrets in it.
 *
 * @param tool stands for the tool, or rather for its present definition
 */
record RequestKey(Object tool, String digest) {

  /**
   * @param asker empty where callers share answers
   */
  static RequestKey of(Object tool, UpstreamRequest request, String asker) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
      DataOutputStream out = new DataOutputStream(bytes);
      write(out, asker);
      write(out, request.method());
      write(out, request.url());
      out.writeInt(request.headers().size());
      for (Header header : request.headers()) {
        write(out, header.name());
        write(out, header.value());
      }
      if (request.body() != null) {
        out.write(request.body());
      }
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray());
      return new RequestKey(tool, new String(digest, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // of a stream in memory
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }

  /** With its length before it: no two lists of texts look the same. */
  private static void write(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }
}
