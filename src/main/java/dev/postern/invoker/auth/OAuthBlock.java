package dev.postern.invoker.auth;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.invoker.Block;
import dev.postern.invoker.Sender;
import dev.postern.security.Secrets;
import dev.postern.template.BadValueException;
import dev.postern.template.TemplateException;
import dev.postern.template.UrlTemplate;
import dev.postern.template.UrlText;
import dev.postern.upstream.Upstream;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads {@code auth} of type {@code oauth2}, and keeps one source for all that read the same. */
final class OAuthBlock {
  static final List<String> KEYS =
      List.of("type", "tokenUrl", "clientId", "clientSecret", "scope", "clientAuth", "parameters");

  /** Each has a key of its own, or is none of the author's business. */
  private static final Set<String> OURS =
      Set.of("grant_type", "client_id", "client_secret", "scope");

  private final Sender way;
  private final Secrets secrets;

  /**
   * By what is written, which holds no secret. Alive as long as some tool holds it, so that a tool
   * that was edited keeps its token. Guarded by this.
   */
  private final Map<ObjectNode, WeakReference<TokenSource>> sources = new HashMap<>();

  OAuthBlock(Upstream upstream, Secrets secrets) {
    this.way = upstream::send;
    this.secrets = secrets;
  }

  /**
   * @param written the whole block
   * @return null where a problem was added
   */
  TokenSource read(Block block, ObjectNode written) {
    int before = block.problems().count();
    UrlTemplate url = url(block);
    SecretText id = SecretText.open(block, "clientId", secrets);
    SecretText secret = SecretText.secret(block, "clientSecret", secrets);
    String how = block.text("clientAuth");
    if (how != null && !how.equals("header") && !how.equals("body")) {
      block.problem("clientAuth", "must be \"header\" or \"body\"");
    }
    Map<String, String> parameters = parameters(block);
    if (block.problems().count() > before || url == null) {
      return null;
    }
    return shared(
        written,
        new TokenEndpoint(
            way,
            url.origin(),
            target(url),
            new TokenEndpoint.Client(id, secret),
            "body".equals(how),
            parameters));
  }

  private synchronized TokenSource shared(ObjectNode written, TokenEndpoint endpoint) {
    sources.values().removeIf(reference -> reference.get() == null);
    WeakReference<TokenSource> known = sources.get(written);
    TokenSource source = known == null ? null : known.get();
    if (source == null) {
      source = new TokenSource(endpoint);
      sources.put(written.deepCopy(), new WeakReference<>(source));
    }
    return source;
  }

  private static UrlTemplate url(Block block) {
    String written = block.requiredText("tokenUrl");
    if (written == null) {
      return null;
    }
    try {
      UrlText text = UrlText.parse(written);
      if (text.path().constant() == null
          || text.query().stream()
              .anyMatch(one -> one.value() != null && one.value().constant() == null)) {
        block.problem("tokenUrl", "must not have placeholders");
        return null;
      }
      return new UrlTemplate(text);
    } catch (TemplateException e) {
      block.problem("tokenUrl", e.getMessage());
      return null;
    }
  }

  private static String target(UrlTemplate url) {
    try {
      return url.render(root -> null);
    } catch (BadValueException e) {
      throw new IllegalStateException("An address without holes takes any values", e);
    }
  }

  private static Map<String, String> parameters(Block block) {
    Map<String, String> parameters = new LinkedHashMap<>();
    String scope = block.text("scope");
    if (scope != null) {
      parameters.put("scope", scope);
    }
    for (var property : block.object("parameters").properties()) {
      String pointer = block.pointer("parameters") + "/" + property.getKey();
      if (OURS.contains(property.getKey())) {
        block.problems().add(pointer, "is set already, or by a key of its own");
      } else if (!property.getValue().isTextual() || property.getValue().asText().contains("{{")) {
        block.problems().add(pointer, "must be a string without placeholders");
      } else {
        parameters.put(property.getKey(), property.getValue().textValue());
      }
    }
    return parameters;
  }
}
