package dev.postern.invoker;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** What a status of 300 or more means for whoever made the call. */
final class StatusErrors {
  private static final String FIX =
      "Correct the arguments by what \"detail\" says, then call again.";

  private StatusErrors() {}

  /**
   * @param asCaller whether the tool passes on the caller's own credentials
   */
  static ObjectNode facts(int status, boolean idempotent, boolean asCaller) {
    String answered = "The service answered with status " + status;
    ObjectNode facts =
        switch (status) {
          case 400, 422 -> of(answered + ": it did not accept the request.", FIX, false);
          case 401, 403 -> credentials(answered, asCaller);
          case 404, 410 ->
              of(
                  answered + ": what the arguments name does not exist there.",
                  "Check the identifiers in the arguments.",
                  false);
          case 405, 406, 415, 501 ->
              of(
                  answered + ": it does not offer this request.",
                  "The tool's definition does not fit the service. Tell the user that the operator"
                      + " of this gateway must look at it.",
                  false);
          case 409, 412 ->
              of(
                  answered + ": the request conflicts with the present state.",
                  "Read the present state, then decide whether to call again.",
                  false);
          case 429 ->
              of(
                  answered + ": too many requests.",
                  "Wait, then call again with the same arguments.",
                  true);
          case 408, 502, 503, 504 ->
              of(
                  answered + ": it, or something before it, is overloaded or unavailable.",
                  CallErrors.again(idempotent),
                  idempotent);
          default ->
              status >= 500
                  ? of(
                      answered + ": it failed inside.",
                      "The service may or may not have done its work. Repeating the call will"
                          + " probably fail in the same way; tell the user.",
                      false)
                  : of(answered + ".", FIX, false);
        };
    return facts.put("status", status);
  }

  private static ObjectNode credentials(String answered, boolean asCaller) {
    return asCaller
        ? of(
            answered
                + ": it refused the caller's own credentials, which this tool passes on; this"
                + " gateway did not.",
            "Changing the arguments will not help. Tell the user that the service does not let"
                + " them do this with the credentials of their client, or got none.",
            false)
        : of(
            answered + ": it refused the credentials of this gateway, not the login of the caller.",
            "Logging in again or changing the arguments will not help. Tell the user that the"
                + " operator of this gateway must check the tool's credentials.",
            false);
  }

  static ObjectNode redirect(int status, String location) {
    return CallErrors.facts(
            "upstream_redirect",
            "The service answered with status "
                + status
                + (location == null
                    ? " without saying where it points."
                    : " and points to " + location + ". Redirects are not followed."),
            "Changing the arguments will not help. Tell the user that the operator of this gateway"
                + " must set the tool's URL to the final address.",
            false)
        .put("status", status);
  }

  /** A status that is none of an error, of an answer that says it failed. */
  static ObjectNode failedInside(int status) {
    return CallErrors.facts(
            "upstream_failed",
            "The service answered with status " + status + " and reported an error.",
            "Correct the arguments if \"detail\" says what is wrong with them; otherwise tell the"
                + " user.",
            false)
        .put("status", status);
  }

  private static ObjectNode of(String message, String advice, boolean retryable) {
    return CallErrors.facts("upstream_status", message, advice, retryable);
  }
}
