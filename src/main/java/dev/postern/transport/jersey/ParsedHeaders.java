package dev.postern.transport.jersey;

import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.glassfish.jersey.message.internal.AcceptableMediaType;

/**
 * What headers that decide about the resource's method say, parsed once: nearly all clients send
 * the same few texts with every request. Safe for concurrent use.
 */
final class ParsedHeaders {

  /** Whoever sends other texts all the time has his parsed each time. */
  private static final int MOST = 200;

  private final ConcurrentMap<String, MediaType> contentTypes = new ConcurrentHashMap<>();
  private final ConcurrentMap<String, List<AcceptableMediaType>> accepts =
      new ConcurrentHashMap<>();

  /**
   * @param text null where there is no such header
   * @param parse used for texts that are not known yet; what it throws is passed on
   */
  MediaType contentType(String text, Supplier<MediaType> parse) {
    return known(contentTypes, text, parse);
  }

  /** As {@link #contentType}. */
  List<AcceptableMediaType> accept(String text, Supplier<List<AcceptableMediaType>> parse) {
    return known(accepts, text, parse);
  }

  private static <T> T known(ConcurrentMap<String, T> known, String text, Supplier<T> parse) {
    T value = text == null ? null : known.get(text);
    if (value == null) {
      value = parse.get();
      if (text != null && value != null && known.size() < MOST) {
        known.put(text, value);
      }
    }
    return value;
  }
}
