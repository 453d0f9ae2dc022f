package dev.postern.upstream;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.apache.hc.client5.http.entity.mime.ByteArrayBody;
import org.apache.hc.client5.http.entity.mime.FormBodyPartBuilder;
import org.apache.hc.client5.http.entity.mime.HttpMultipartMode;
import org.apache.hc.client5.http.entity.mime.MultipartEntityBuilder;
import org.apache.hc.core5.http.ContentType;

/**
 * A body of {@code multipart/form-data}, RFC 7578.
 *
 * @param contentType with the boundary
 */
public record Multipart(String contentType, byte[] bytes) {
  private static final String TEXT = "text/plain; charset=UTF-8";

  /**
   * One field or file.
   *
   * @param fileName null for a field
   * @param contentType null for text in UTF-8
   */
  public record Part(String name, String fileName, String contentType, byte[] content) {}

  /** The parts in their order, between boundaries that nobody can guess. */
  public static Multipart of(List<Part> parts) {
    String boundary = UUID.randomUUID().toString();
    // Names stand in the head of a part in UTF-8 as browsers have it and RFC 7578 §5.1 wants it.
    // The library does that for every type but this one, and the type is not part of the bytes.
    MultipartEntityBuilder builder =
        MultipartEntityBuilder.create()
            .setMode(HttpMultipartMode.EXTENDED)
            .setMimeSubtype("mixed")
            .setCharset(StandardCharsets.UTF_8)
            .setBoundary(boundary);
    int size = 256;
    for (Part part : parts) {
      builder.addPart(
          FormBodyPartBuilder.create(
                  part.name(),
                  new ByteArrayBody(
                      part.content(), ContentType.APPLICATION_OCTET_STREAM, part.fileName()),
                  HttpMultipartMode.LEGACY) // §4.2: no filename* here
              .setField("Content-Type", part.contentType() == null ? TEXT : part.contentType())
              .build());
      size += part.content().length + 256;
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream(size);
    try {
      builder.build().writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // nothing is read or written but memory
    }
    return new Multipart("multipart/form-data; boundary=" + boundary, out.toByteArray());
  }
}
