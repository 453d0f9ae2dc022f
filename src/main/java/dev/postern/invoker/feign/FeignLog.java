package dev.postern.invoker.feign;

import dev.postern.invoker.CredentialNames;
import dev.postern.invoker.Redaction;
import dev.postern.telemetry.CallTrace.Mask;
import feign.Logger;
import feign.Request;
import feign.Response;
import feign.Util;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What Feign's logger levels show, in the server's log. Queries, credentials and everything that
 * looks like a secret of the tool are left out.
 */
final class FeignLog extends Logger {
  private static final java.util.logging.Logger LOG =
      java.util.logging.Logger.getLogger(FeignLog.class.getName());

  /** A log is no archive. */
  private static final int LONGEST_BODY = 4_000;

  private static final Pattern QUERY = Pattern.compile("((?:https?:/|^|<)/[^?\\s]*)\\?[^\\s>]*");

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
    StringBuilder text = new StringBuilder("---> " + request.httpMethod() + " ");
    text.append(withoutQueries(request.url()));
    details(text, level, request.headers(), request.body(), mask(request));
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
    details(text, level, response.headers(), body, mask(response.request()));
    log(configKey, "%s", text);
    return kept;
  }

  @Override
  protected IOException logIOException(String configKey, Level level, IOException e, long elapsed) {
    log(configKey, "<--- %s (%dms)", e.getMessage(), elapsed);
    return e;
  }

  /** Knows more than the tool's own block does: what {@code auth} adds later. */
  private static Mask mask(Request request) {
    return ((RenderedRequest) request.requestTemplate().feignTarget()).request().mask();
  }

  private static void details(
      StringBuilder text,
      Level level,
      Map<String, Collection<String>> headers,
      byte[] body,
      Mask mask) {
    if (level == Level.HEADERS || level == Level.FULL) {
      headers.forEach(
          (name, values) ->
              text.append('\n').append(name).append(": ").append(shown(name, values, mask)));
    }
    if (level == Level.FULL && body != null) {
      // Cut behind the search: half a secret would not be found.
      String clean = mask.document(new String(body, StandardCharsets.UTF_8));
      text.append('\n').append(clean, 0, Math.min(LONGEST_BODY, clean.length()));
    }
  }

  /** Also credentials that this tool's own JSON does not know of. */
  private static String shown(String name, Collection<String> values, Mask mask) {
    boolean hidden = CredentialNames.include(name) || name.toLowerCase(Locale.ROOT).contains("key");
    return hidden ? "[hidden]" : withoutQueries(mask.document(String.join(", ", values)));
  }

  /** Of addresses, as in Location and Link too. */
  private static String withoutQueries(String text) {
    return QUERY.matcher(text).replaceAll("$1?...");
  }
}
