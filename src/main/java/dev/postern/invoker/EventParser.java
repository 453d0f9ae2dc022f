package dev.postern.invoker;

/** Puts the lines of an event stream together to events (HTML standard §9.2.6). */
final class EventParser {

  /**
   * @param name {@code message} where the event has none
   */
  record Event(String name, String data) {}

  private String name = "";
  private StringBuilder data;

  /**
   * @return the event that ends with this line; null where none does
   */
  Event take(String line) {
    if (line.isEmpty()) {
      Event event = data == null ? null : new Event(name.isEmpty() ? "message" : name, data());
      name = "";
      data = null;
      return event;
    }
    int colon = line.indexOf(':');
    String field = colon < 0 ? line : line.substring(0, colon);
    String value = colon < 0 ? "" : line.substring(colon + 1);
    value = value.startsWith(" ") ? value.substring(1) : value;
    switch (field) { // a comment has an empty one
      case "event" -> name = value;
      case "data" -> data = (data == null ? new StringBuilder() : data).append(value).append('\n');
      default -> {} // ids and times to retry are for those who come back; nobody does here
    }
    return null;
  }

  private String data() {
    return data.substring(0, data.length() - 1);
  }
}
