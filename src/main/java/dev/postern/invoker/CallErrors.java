package dev.postern.invoker;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import dev.postern.template.BadValueException;
import dev.postern.upstream.UpstreamException;

/**
 * Failures as results that a model can act on: {@code error}, {@code message}, {@code advice},
 * {@code retryable}, and where there are any {@code status}, {@code detail}, {@code
 * retryAfterSeconds}, {@code problems}.
 */
public final class CallErrors {
  private static final String ASK_OPERATOR =
      "Changing the arguments will not help. Tell the user that the operator of this gateway must"
          + " look at it.";

  private CallErrors() {}

  /** The members that every failure has. */
  public static ObjectNode facts(String error, String message, String advice, boolean retryable) {
    return Json.object()
        .put("error", error)
        .put("message", message)
        .put("advice", advice)
        .put("retryable", retryable);
  }

  static CallToolResult badArgument(BadValueException e) {
    boolean known = e.expression() != null && e.expression().root().equals("args");
    ObjectNode facts =
        facts(
            "bad_argument",
            (known
                    ? "The argument \"" + e.expression().pathText() + "\" "
                    : e.expression() == null
                        ? "The arguments "
                        : "The value of " + e.expression() + " ")
                + e.getMessage()
                + ". Nothing was sent.",
            "Correct the argument and call again.",
            false);
    facts
        .putArray("problems")
        .addObject()
        .put("pointer", known ? Placeholders.pointer(e.expression()) : "")
        .put("message", e.getMessage());
    return CallToolResult.error(facts);
  }

  static CallToolResult noAnswer(UpstreamException e, boolean idempotent, Redaction redaction) {
    if (e instanceof RefusedException refused) {
      return refused.refusal().result();
    }
    String message = "The service " + redaction.text(e.getMessage()) + ".";
    return CallToolResult.error(
        switch (e.kind()) {
          case TIMEOUT -> facts("upstream_timeout", message, again(idempotent), idempotent);
          case UNREACHABLE ->
              facts(
                  "upstream_unreachable",
                  message,
                  "Nothing was sent. Try again in a while; the service may be down or restarting.",
                  true);
          case CLOSED -> facts("upstream_closed", message, again(idempotent), idempotent);
          case UNKNOWN_HOST -> facts("upstream_unknown_host", message, ASK_OPERATOR, false);
          case ADDRESS_REFUSED -> facts("upstream_address_refused", message, ASK_OPERATOR, false);
          case REDIRECT -> facts("upstream_redirect", message, ASK_OPERATOR, false);
          case SECRET_MISSING -> facts("upstream_secret_missing", message, ASK_OPERATOR, false);
          case TOKEN_REFUSED -> facts("upstream_token_refused", message, ASK_OPERATOR, false);
          case TOKEN_UNAVAILABLE ->
              facts(
                  "upstream_token_unavailable",
                  message,
                  "Nothing was sent to the service itself. Try again in a while.",
                  true);
          case TLS -> facts("upstream_tls", message, ASK_OPERATOR, false);
          case NOT_SENT -> facts("not_sent", message, ASK_OPERATOR, false);
          case NOT_HTTP -> facts("upstream_not_http", message, ASK_OPERATOR, false);
          case BUSY ->
              facts(
                  "upstream_busy",
                  message,
                  "Nothing was sent. Try again in a moment; the service is slow or overloaded.",
                  true);
          case TOO_LARGE ->
              facts(
                  "upstream_too_large",
                  message,
                  "Ask for less: a smaller page or a narrower search.",
                  false);
        });
  }

  public static String again(boolean idempotent) {
    return idempotent
        ? "Try again in a while: repeating this call does no harm."
        : "The service may or may not have done its work. Find out before you call again: repeating"
            + " this call could do it twice.";
  }
}
