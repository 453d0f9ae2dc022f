package dev.postern.invoker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;
import dev.postern.telemetry.CallTrace;
import dev.postern.template.PercentEncoding;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;

/** Takes a tool's secrets out of what its service says. Immutable. */
public final class Redaction implements CallTrace.Mask {
  public static final Redaction NONE = new Redaction(new String[0]);
  private static final String MASK = "[secret]";

  /** Longest first: a short form may be part of a longer one. */
  private final String[] forms;

  /** Secrets that change while a tool is there; null for none. */
  private final Supplier<Redaction> others;

  private Redaction(String[] forms) {
    this(forms, null);
  }

  private Redaction(String[] forms, Supplier<Redaction> others) {
    this.forms = forms;
    this.others = others;
  }

  /** The same, which also takes out what this source says at the time; it may say null. */
  public Redaction and(Supplier<Redaction> source) {
    Supplier<Redaction> known = others;
    return new Redaction(
        forms,
        known == null
            ? source
            : () -> {
              Redaction first = known.get();
              return first == null ? source.get() : first.and(source);
            });
  }

  public static Redaction of(Collection<String> secrets) {
    Set<String> forms = new LinkedHashSet<>();
    for (String secret : secrets) {
      addForms(secret, forms);
      String login = decodedLogin(secret);
      if (login != null) {
        addForms(login, forms);
        addForms(login.substring(login.indexOf(':') + 1), forms);
      }
    }
    forms.removeIf(form -> form.length() < Placeholders.MIN_SECRET_LENGTH);
    String[] sorted = forms.toArray(String[]::new);
    Arrays.sort(sorted, Comparator.comparing(String::length).reversed());
    return sorted.length == 0 ? NONE : new Redaction(sorted);
  }

  /** Why a value could not be kept out of answers; null where it can. */
  public static String whyUnusable(String secret) {
    return secret.length() < Placeholders.MIN_SECRET_LENGTH || Placeholders.hasHalfSurrogate(secret)
        ? "is shorter than "
            + Placeholders.MIN_SECRET_LENGTH
            + " characters or no text: it could not be kept out of answers"
        : null;
  }

  public String text(String text) {
    String clean = text;
    for (String form : forms) {
      if (clean.contains(form)) {
        clean = clean.replace(form, MASK);
      }
    }
    Redaction more = more();
    return more == null ? clean : more.text(clean);
  }

  private Redaction more() {
    return others == null ? null : others.get();
  }

  /** Bytes that are no text; what looks like a secret in them is one that was sent back. */
  @Override
  public byte[] bytes(byte[] body) {
    Redaction more = more();
    byte[] own = forms.length == 0 ? body : withoutForms(body);
    return more == null ? own : more.bytes(own);
  }

  private byte[] withoutForms(byte[] body) {
    String octets = new String(body, StandardCharsets.ISO_8859_1); // one character each
    String clean = octets;
    for (String form : forms) {
      clean =
          clean.replace(
              new String(form.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1), MASK);
    }
    return clean.equals(octets) ? body : clean.getBytes(StandardCharsets.ISO_8859_1);
  }

  /**
   * Whether JSON text may hold a secret. Without a backslash its strings stand in it as they are.
   */
  boolean concerns(String json) {
    return (forms.length > 0 || others != null)
        && (json.indexOf('\\') >= 0 || !text(json).equals(json));
  }

  /** JSON whose strings may be escaped in other ways than here, or any other text. */
  @Override
  public String document(String text) {
    if (!concerns(text)) {
      return text;
    }
    try {
      JsonNode json = Json.parse(text);
      JsonNode clean = tree(json);
      return text(clean == json ? text : Json.text(clean));
    } catch (JsonProcessingException e) {
      return text(text);
    }
  }

  @Override
  public List<CallTrace.Piece> pieces(String text) {
    List<CallTrace.Piece> pieces = List.of(new CallTrace.Piece(text, false));
    for (String form : forms) {
      pieces = split(pieces, form);
    }
    Redaction more = more();
    if (more == null) {
      return pieces;
    }
    List<CallTrace.Piece> all = new ArrayList<>();
    for (CallTrace.Piece piece : pieces) {
      all.addAll(piece.isSecret() ? List.of(piece) : more.pieces(piece.text()));
    }
    return all;
  }

  private static List<CallTrace.Piece> split(List<CallTrace.Piece> pieces, String form) {
    List<CallTrace.Piece> parts = new ArrayList<>();
    for (CallTrace.Piece piece : pieces) {
      String text = piece.text();
      int from = 0;
      for (int at = piece.isSecret() ? -1 : text.indexOf(form); at >= 0; ) {
        parts.add(new CallTrace.Piece(text.substring(from, at), false));
        parts.add(new CallTrace.Piece(form, true));
        from = at + form.length();
        at = text.indexOf(form, from);
      }
      parts.add(new CallTrace.Piece(text.substring(from), piece.isSecret()));
    }
    return parts;
  }

  /** The same tree where it holds no secret, else a copy without. */
  JsonNode tree(JsonNode node) {
    if (node instanceof ObjectNode object) {
      return object(object);
    }
    if (node instanceof ArrayNode array) {
      ArrayNode copy = Json.NODES.arrayNode(array.size());
      boolean changed = false;
      for (JsonNode element : array) {
        JsonNode clean = tree(element);
        changed |= clean != element;
        copy.add(clean);
      }
      return changed ? copy : array;
    }
    if (node.isTextual() || node.isNumber()) {
      String text = node.asText();
      String clean = text(text);
      return clean.equals(text) ? node : Json.NODES.textNode(clean);
    }
    return node;
  }

  private JsonNode object(ObjectNode object) {
    ObjectNode copy = Json.object();
    boolean changed = false;
    for (var property : object.properties()) {
      JsonNode clean = tree(property.getValue());
      String name = text(property.getKey());
      changed |= clean != property.getValue() || !name.equals(property.getKey());
      copy.set(name, clean);
    }
    return changed ? copy : object;
  }

  private static void addForms(String secret, Set<String> forms) {
    forms.add(secret);
    String quoted = Json.text(Json.NODES.textNode(secret));
    forms.add(quoted.substring(1, quoted.length() - 1));
    String encoded = PercentEncoding.encode(secret);
    forms.add(encoded);
    forms.add(lowerCaseOctets(encoded));
    String formEncoded = URLEncoder.encode(secret, StandardCharsets.UTF_8);
    forms.add(formEncoded);
    forms.add(lowerCaseOctets(formEncoded));
    String cookie = PercentEncoding.cookie(secret);
    forms.add(cookie);
    forms.add(lowerCaseOctets(cookie));
    String escaped = secret.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    forms.add(escaped);
    forms.add(escaped.replace("\"", "&quot;"));
    addBase64(secret.getBytes(StandardCharsets.UTF_8), forms);
  }

  /**
   * What the secret looks like in the middle of something encoded in Base64, such as {@code
   * user:secret}: three bytes become four characters, so there are three ways to be aligned. The
   * characters at the ends depend on the neighbours and are left out.
   */
  private static void addBase64(byte[] secret, Set<String> forms) {
    if (secret.length < 6) {
      return; // what is left would be three or four characters that occur anywhere
    }
    for (int before = 0; before < 3; before++) {
      byte[] shifted = new byte[before + secret.length];
      System.arraycopy(secret, 0, shifted, before, secret.length);
      String encoded = Base64.getEncoder().withoutPadding().encodeToString(shifted);
      int start = before == 0 ? 0 : before + 1;
      int end = encoded.length() - (shifted.length % 3 == 0 ? 0 : 1);
      String core = encoded.substring(start, end);
      forms.add(core);
      forms.add(core.replace('+', '-').replace('/', '_'));
    }
  }

  /** A secret may be the ready credentials of HTTP Basic; null where it is not. */
  private static String decodedLogin(String secret) {
    try {
      String decoded =
          new String(Base64.getDecoder().decode(secret.strip()), StandardCharsets.UTF_8);
      boolean printable = decoded.chars().allMatch(c -> c >= ' ' && c != 0x7F && c != 0xFFFD);
      return printable && decoded.indexOf(':') > 0 ? decoded : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static String lowerCaseOctets(String encoded) {
    StringBuilder lower = new StringBuilder(encoded);
    for (int i = encoded.indexOf('%'); i >= 0; i = encoded.indexOf('%', i + 3)) {
      lower.replace(i, i + 3, encoded.substring(i, i + 3).toLowerCase(Locale.ROOT));
    }
    return lower.toString();
  }
}
