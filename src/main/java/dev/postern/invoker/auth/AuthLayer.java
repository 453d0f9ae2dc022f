package dev.postern.invoker.auth;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Config;
import dev.postern.invoker.Block;
import dev.postern.invoker.HeaderTemplate;
import dev.postern.invoker.RequestLayer;
import dev.postern.invoker.Sender;
import dev.postern.invoker.Service;
import dev.postern.invoker.ServiceCall;
import dev.postern.security.Secrets;
import dev.postern.upstream.Upstream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** The key {@code auth}: as whom the service is asked. */
public final class AuthLayer implements RequestLayer {
  public static final String KEY = "auth";

  /** What {@code auth} may have, by its type. */
  public static final Map<String, List<String>> KEYS_BY_TYPE =
      Map.of(
          "none", List.of("type"),
          "basic", List.of("type", "username", "password"),
          "bearer", List.of("type", "token"),
          "apiKey", List.of("type", "in", "name", "value"),
          "oauth2", OAuthBlock.KEYS);

  private static final List<String> TYPES = List.of("none", "basic", "bearer", "apiKey", "oauth2");
  private static final Map<String, Addition.Place> PLACES =
      Map.of(
          "header", Addition.Place.HEADER,
          "query", Addition.Place.QUERY,
          "cookie", Addition.Place.COOKIE);

  private final Secrets secrets;
  private final OAuthBlock oauth;

  /**
   * @param upstream the way to token endpoints
   */
  public AuthLayer(Upstream upstream, Secrets secrets) {
    this.secrets = secrets;
    this.oauth = new OAuthBlock(upstream, secrets);
  }

  @Override
  public List<String> keys() {
    return List.of(KEY);
  }

  @Override
  public Service around(Service inner, Config config) {
    JsonNode written = config.get(KEY);
    if (written.isMissingNode()) {
      return inner;
    }
    String type = written.path("type").asText();
    if (written.isObject() && !TYPES.contains(type)) {
      config.problems().add(config.at(KEY) + "/type", "must be one of " + TYPES);
      return inner;
    }
    Block block = Block.read(config, KEY, KEYS_BY_TYPE.getOrDefault(type, List.of("type")));
    if (type.equals("oauth2")) {
      return withToken(inner, block, (ObjectNode) written);
    }
    Credentials credentials = credentials(type, block, inner);
    if (credentials == null || inner == null) {
      return inner;
    }
    Sender sender = new AuthSender(inner.sender(), inner.call().url().origin(), credentials);
    return new Service(
        inner.call().with(inner.call().redaction().and(credentials::redaction)), sender);
  }

  private Service withToken(Service inner, Block block, ObjectNode written) {
    TokenSource tokens = oauth.read(block, written);
    refuseTwice(block, "type", "Authorization", inner);
    if (tokens == null || inner == null) {
      return inner;
    }
    ServiceCall call = inner.call();
    return new Service(
        call.with(call.redaction().and(tokens::redaction)),
        new TokenSender(inner.sender(), call.url().origin(), tokens));
  }

  /** Null where there are none, or a problem was added. */
  private Credentials credentials(String type, Block block, Service inner) {
    switch (type) {
      case "basic" -> {
        refuseTwice(block, "type", "Authorization", inner);
        return basic(block);
      }
      case "bearer" -> {
        refuseTwice(block, "type", "Authorization", inner);
        SecretText token = SecretText.secret(block, "token", secrets);
        return token == null
            ? null
            : new FixedCredentials(
                List.of(token), texts -> Addition.authorization("Bearer " + texts.get(0)));
      }
      case "apiKey" -> {
        return apiKey(block, inner);
      }
      default -> {
        return null;
      }
    }
  }

  /** RFC 7617. */
  private Credentials basic(Block block) {
    SecretText name = SecretText.open(block, "username", secrets);
    SecretText password = SecretText.secret(block, "password", secrets);
    if (name == null || password == null) {
      return null;
    }
    if (block.get("username").asText().contains(":")) {
      block.problem("username", "must not have a colon: it would end there");
      return null;
    }
    return new FixedCredentials(
        List.of(name, password),
        texts ->
            Addition.authorization(
                "Basic "
                    + Base64.getEncoder()
                        .encodeToString(String.join(":", texts).getBytes(StandardCharsets.UTF_8))));
  }

  private Credentials apiKey(Block block, Service inner) {
    SecretText value = SecretText.secret(block, "value", secrets);
    String name = block.requiredText("name");
    String in = block.requiredText("in");
    Addition.Place place = in == null ? null : PLACES.get(in);
    if (in != null && place == null) {
      block.problem("in", "must be \"header\", \"query\" or \"cookie\"");
    }
    if (name == null || place == null) {
      return null;
    }
    String wrong = name.isEmpty() ? "must not be empty" : HeaderTemplate.whyNot(name);
    if (place == Addition.Place.QUERY) {
      wrong = name.isEmpty() || name.contains("{{") ? "must be a name without placeholders" : null;
    }
    if (wrong != null) {
      block.problem("name", wrong);
      return null;
    }
    refuseTwice(block, place, name, inner);
    return value == null
        ? null
        : new FixedCredentials(List.of(value), texts -> new Addition(place, name, texts.get(0)));
  }

  /** The service would choose between the operator's credentials and what an argument says. */
  private static void refuseTwice(Block block, Addition.Place place, String name, Service inner) {
    if (inner == null) {
      return;
    }
    boolean taken = false;
    switch (place) {
      case HEADER -> refuseTwice(block, "name", name, inner);
      case QUERY -> taken = inner.call().url().hasParameter(name);
      case COOKIE -> taken = inner.call().setsCookie(name);
    }
    if (taken) {
      block.problem("name", "is sent in the same place by the request already");
    }
  }

  private static void refuseTwice(Block block, String key, String header, Service inner) {
    if (inner != null && inner.call().sets(header)) {
      block.problem(
          key, "sets the header " + header + ", which the request sets or passes on already");
    }
  }
}
