package dev.postern.invoker.auth;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.invoker.Redaction;
import dev.postern.invoker.Sender;
import dev.postern.message.Json;
import dev.postern.telemetry.CallTrace;
import dev.postern.template.Origin;
import dev.postern.upstream.Lines;
import dev.postern.upstream.TimeLeft;
import dev.postern.upstream.UpstreamAnswer;
import dev.postern.upstream.UpstreamException;
import dev.postern.upstream.UpstreamException.Kind;
import dev.postern.upstream.UpstreamRequest;
import dev.postern.upstream.UpstreamRequest.Header;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives tokens for the grant of client credentials (RFC 6749 §4.4).
 *
 * @param secretInBody whether the client names itself in the body, not by HTTP Basic (§2.3.1)
 * @param parameters further ones, {@code scope} among them
 */
record TokenEndpoint(
    Sender way,
    Origin origin,
    String target,
    Client client,
    boolean secretInBody,
    Map<String, String> parameters) {

  /** Where the endpoint does not say how long a token lives. */
  private static final Duration USUAL_LIFE = Duration.ofMinutes(5);

  /** A year; longer ones need no exact end. */
  private static final long LONGEST_SECONDS = 366L * 24 * 3_600;

  /** A call has more to do than to wait for a token. */
  private static final int MOST_MILLIS = 30_000;

  private static final int DETAIL_LENGTH = 200;

  /** As whom to ask. */
  record Client(SecretText id, SecretText secret) {}

  /**
   * @param secrets that were used for it
   */
  record Fetched(Token token, List<String> secrets) {}

  Fetched fetch(TimeLeft time, CallTrace trace) throws UpstreamException, InterruptedException {
    String id = client.id().now();
    String secret = client.secret().now();
    long askedAt = System.nanoTime();
    if (trace.watches()) {
      trace.hides(Redaction.of(secrets(id, secret)));
    }
    UpstreamRequest request = request(id, secret, Math.min(MOST_MILLIS, time.millis()));
    UpstreamAnswer answer = ask(request.watchedBy(trace.about("token")));
    if (trace.watches()) {
      trace.hides(Redaction.of(tokens(json(answer))));
    }
    if (answer.status() != 200) {
      throw refusal(answer);
    }
    return new Fetched(token(answer, askedAt), secrets(id, secret));
  }

  /** Of what was sent in vain. */
  Redaction redactionOf(Collection<String> tokens) {
    List<String> all = new ArrayList<>(tokens);
    try {
      all.addAll(secrets(client.id().now(), client.secret().now()));
    } catch (UpstreamException e) {
      // what is not there was not sent
    }
    return Redaction.of(all);
  }

  private List<String> secrets(String id, String secret) {
    List<String> secrets = new ArrayList<>(List.of(secret, basic(id, secret)));
    if (client.id().isSecret()) {
      secrets.add(id);
    }
    return secrets;
  }

  /** Whatever an endpoint may give: there are refresh tokens and identity tokens too. */
  private static List<String> tokens(JsonNode answer) {
    List<String> tokens = new ArrayList<>();
    for (var property : answer.properties()) {
      if (property.getKey().endsWith("_token") && property.getValue().isTextual()) {
        tokens.add(property.getValue().textValue());
      }
    }
    return tokens;
  }

  private UpstreamRequest request(String id, String secret, int millis) {
    Map<String, String> form = new LinkedHashMap<>();
    form.put("grant_type", "client_credentials");
    form.putAll(parameters);
    List<Header> headers = new ArrayList<>();
    headers.add(new Header("Accept", "application/json"));
    headers.add(new Header("Content-Type", "application/x-www-form-urlencoded"));
    if (secretInBody) {
      form.put("client_id", id);
      form.put("client_secret", secret);
    } else {
      headers.add(new Header("Authorization", "Basic " + basic(id, secret)));
    }
    return new UpstreamRequest("POST", origin, target, headers, encoded(form), millis);
  }

  private UpstreamAnswer ask(UpstreamRequest request)
      throws UpstreamException, InterruptedException {
    try {
      return way.send(request, Lines.NONE);
    } catch (UpstreamException e) {
      Kind kind =
          switch (e.kind()) {
            case TIMEOUT, ADDRESS_REFUSED, TLS -> e.kind();
            case UNKNOWN_HOST -> Kind.TOKEN_REFUSED;
            default -> Kind.TOKEN_UNAVAILABLE;
          };
      throw new UpstreamException(
          kind, "needs a token, and its token endpoint " + e.getMessage(), e);
    }
  }

  /** RFC 6749 §2.3.1: each half is encoded as in a form first. */
  private static String basic(String id, String secret) {
    return Base64.getEncoder()
        .encodeToString((form(id) + ":" + form(secret)).getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] encoded(Map<String, String> form) {
    List<String> pairs = new ArrayList<>();
    form.forEach((name, value) -> pairs.add(form(name) + "=" + form(value)));
    return String.join("&", pairs).getBytes(StandardCharsets.US_ASCII);
  }

  private static String form(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private Token token(UpstreamAnswer answer, long askedAt) throws UpstreamException {
    JsonNode json = json(answer);
    String value = json.path("access_token").asText();
    if (value.isEmpty() || !value.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
      throw unusable("answered without an \"access_token\" that a header could carry");
    }
    String type = json.path("token_type").asText("Bearer");
    if (!type.equalsIgnoreCase("Bearer")) {
      throw unusable("gave a token of another type than Bearer: " + cut(type));
    }
    return Token.of(value, life(json.path("expires_in")), askedAt);
  }

  /** Some endpoints write the number as a text. */
  private static Duration life(JsonNode seconds) {
    long written = seconds.asLong(-1);
    return written < 0 || seconds.isMissingNode()
        ? USUAL_LIFE
        : Duration.ofSeconds(Math.min(LONGEST_SECONDS, written));
  }

  /** RFC 6749 §5.2 says more than the status does. */
  private UpstreamException refusal(UpstreamAnswer answer) {
    JsonNode json = json(answer);
    String said = "";
    if (json.path("error").isTextual()) {
      String description = json.path("error_description").asText("");
      said =
          ": "
              + cut(json.path("error").asText())
              + (description.isEmpty() ? "" : " (" + cut(description) + ")");
    }
    boolean later = answer.status() == 429 || answer.status() >= 500;
    return new UpstreamException(
        later ? Kind.TOKEN_UNAVAILABLE : Kind.TOKEN_REFUSED,
        "needs a token, and its token endpoint answered with status " + answer.status() + said,
        null);
  }

  private static UpstreamException unusable(String why) {
    return new UpstreamException(
        Kind.TOKEN_REFUSED, "needs a token, and its token endpoint " + why, null);
  }

  private static JsonNode json(UpstreamAnswer answer) {
    try {
      return Json.parse(answer.body());
    } catch (JsonProcessingException e) {
      return Json.object();
    }
  }

  private static String cut(String text) {
    String line = text.replaceAll("\\p{Cntrl}+", " ").strip();
    String end = line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
    return end.length() <= DETAIL_LENGTH ? end : end.substring(0, DETAIL_LENGTH) + "...";
  }
}
