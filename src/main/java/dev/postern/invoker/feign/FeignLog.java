package dev.postern.invoker.feign;

import dev.postern.invoker.Redaction;
import feign.Logger;
import feign.Request;
import feign.Response;
import feign.Util;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;

/**
 * What Feign's logger levels show, in the server's log. Queries, credentials and everything that
 * looks like a secret of the tool are left out.
 */
final class FeignLog extends Logger {
  private static final java.util.logging.Logger LOG =
      java.util.logging.Logger.getLogger(FeignLog.class.getName());

  /** A log is no archive. */
  private static final int LONGEST_BODY = 4_000;

  private final Redaction redaction;

  FeignLog(Redaction redaction) {
    this.redaction = redaction;
  }

  @Override
  protected void log(String configKey, String format, Object... args) {
    LOG.log(
        java.util.logging.Level.INFO,
        "{0}",
        redaction.text(String.format(Locale.ROOT, format, args)));
  }

  @Override
  protected void logRequest(String configKey, Level level, Request request) {
    int query = request.url().indexOf('?');
    String address = query < 0 ? request.url() : request.url().substring(0, query) + "?...";
    StringBuilder text = new StringBuilder("---> " + request.httpMethod() + " " + address);
    details(text, level, request.headers(), request.body());
    log(configKey, "%s", text);
  }

  @Override
  protected Response logAndRebufferResponse(
      String configKey, Level level, Response response, long elapsed) throws IOException {
    StringBuilder text = new StringBuilder("<--- " + response.status() + " (" + elapsed + "ms)");
    byte[] body = null;
    Response kept = response;
    if (level == Level.FULL && response.body() != null) {
      body = Util.toByteArray(response.body().asInputStream());
      kept = response.toBuilder().body(body).build();
    }
    details(text, level, response.headers(), body);
    log(configKey, "%s", text);
    return kept;
  }

  @Override
  protected IOException logIOException(String configKey, Level level, IOException e, long elapsed) {
    log(configKey, "<--- %s (%dms)", e.getMessage(), elapsed);
    return e;
  }

  private static void details(
      StringBuilder text, Level level, Map<String, Collection<String>> headers, byte[] body) {
    if (level == Level.HEADERS || level == Level.FULL) {
      headers.forEach(
          (name, values) ->
              text.append('\n').append(name).append(": ").append(shown(name, values)));
    }
    if (level == Level.FULL && body != null) {
      String written = new String(body, StandardCharsets.UTF_8);
      text.append('\n').append(written, 0, Math.min(LONGEST_BODY, written.length()));
    }
  }

  /** Also credentials that this tool's own JSON does not know of. */
  private static String shown(String name, Collection<String> values) {
    String lower = name.toLowerCase(Locale.ROOT);
    boolean hidden =
        lower.contains("auth")
            || lower.contains("cookie")
            || lower.contains("token")
            || lower.contains("key")
            || lower.contains("secret");
    return hidden ? "[hidden]" : String.join(", ", values);
  }
}
