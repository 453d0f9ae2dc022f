package dev.postern.protocol.stateful;

import static java.util.stream.Collectors.toUnmodifiableMap;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.ErrorCode;
import dev.postern.protocol.Revision;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The revisions with sessions, the oldest first, and what each of them knows. */
public enum StatefulRevision implements Revision {
  V2024_11_05("2024-11-05"),
  V2025_03_26("2025-03-26"),
  V2025_06_18("2025-06-18"),
  V2025_11_25("2025-11-25");

  public static final StatefulRevision NEWEST = V2025_11_25;

  private static final Map<String, StatefulRevision> BY_VERSION =
      Arrays.stream(values()).collect(toUnmodifiableMap(StatefulRevision::version, known -> known));

  private final String version;

  StatefulRevision(String version) {
    this.version = version;
  }

  /** The revision of this name; empty where it has no sessions or does not exist. */
  public static Optional<StatefulRevision> of(String version) {
    return Optional.ofNullable(BY_VERSION.get(version));
  }

  /**
   * Whether clients that say this open a stream before anything else, as HTTP+SSE has it.
   * 2024-10-07 was never published, but old SDKs list it.
   */
  public static boolean beginsWithStream(String version) {
    return version.equals("2024-10-07") || version.equals(V2024_11_05.version);
  }

  /** The client's wish where it is served, else the newest (lifecycle, version negotiation). */
  static StatefulRevision negotiate(String wish) {
    return of(wish).orElse(NEWEST);
  }

  static List<String> versions() {
    return Arrays.stream(values()).map(StatefulRevision::version).toList();
  }

  @Override
  public String version() {
    return version;
  }

  @Override
  public ObjectNode shape(String method, ObjectNode result) {
    return StatefulShape.result(this, method, result);
  }

  @Override
  public int resourceNotFoundCode() {
    return ErrorCode.RESOURCE_NOT_FOUND;
  }

  /** Whether several messages may come in one array; this revision alone. */
  public boolean knowsBatches() {
    return this == V2025_03_26;
  }

  /** Whether a stream may begin with an empty event; older clients parse its data as JSON. */
  public boolean knowsPriming() {
    return since(V2025_11_25);
  }

  /** Tool annotations and audio came together with Streamable HTTP. */
  boolean knowsToolAnnotations() {
    return since(V2025_03_26);
  }

  boolean knowsAudio() {
    return since(V2025_03_26);
  }

  /** Titles, {@code _meta} and structured output came together. */
  boolean knowsTitles() {
    return since(V2025_06_18);
  }

  boolean knowsResourceLinks() {
    return since(V2025_06_18);
  }

  /** Icons, URL elicitation and the later enums came together. */
  boolean knowsIcons() {
    return since(V2025_11_25);
  }

  boolean knowsCompletions() {
    return since(V2025_03_26);
  }

  private boolean since(StatefulRevision first) {
    return compareTo(first) >= 0;
  }
}
