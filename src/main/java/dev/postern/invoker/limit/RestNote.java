package dev.postern.invoker.limit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Call;
import dev.postern.message.Json;
import dev.postern.message.mcp.CallToolResult;
import java.util.List;
import java.util.Optional;

/** Says in a result what was left out of it, and how to get it. */
final class RestNote {
  /** More places than these nobody reads. */
  private static final int MOST_PLACES = 10;

  private static final String META = "dev.postern/more";

  /** The handle in a rehearsal: what is kept there would drive out the rests of real calls. */
  private static final String REHEARSED = "rehearsal";

  private final RestMemory memory;

  RestNote(RestMemory memory) {
    this.memory = memory;
  }

  /**
   * Adds the note where anything was left out.
   *
   * @param room how much of the rest goes out at once
   */
  void add(CallToolResult result, List<Piece> left, int room, Call call) {
    if (left.isEmpty()) {
      return;
    }
    Optional<String> handle =
        call.trace().isRehearsal() ? Optional.of(REHEARSED) : keep(left, room, call);
    result.note(
        "Left out here: "
            + String.join(", ", left.stream().limit(MOST_PLACES).map(Piece::words).toList())
            + (left.size() > MOST_PLACES ? " and more" : "")
            + ". "
            + handle
                .map(this::invitation)
                .orElse("The rest is too large to be kept; ask for less."));
    ObjectNode meta = result.json().withObjectProperty("_meta").putObject(META);
    handle.ifPresent(text -> meta.put("handle", text));
    for (Piece piece : left.subList(0, Math.min(left.size(), MOST_PLACES))) {
      ObjectNode place = piece.json();
      place.remove(List.of("elements", "members", "text"));
      meta.withArray("left").add(place);
    }
  }

  private Optional<String> keep(List<Piece> left, int room, Call call) {
    return memory.keep(call.principal(), new RestMemory.Rest(Piece.bytes(left), room));
  }

  private String invitation(String handle) {
    return "For the next part call "
        + MoreTool.NAME
        + " with "
        + Json.object().put("handle", handle)
        + " within "
        + memory.lifetime().toMinutes()
        + " minutes, if it is needed.";
  }
}
