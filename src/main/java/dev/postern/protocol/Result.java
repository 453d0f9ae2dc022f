package dev.postern.protocol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.message.Json;

/** The {@code result} member of a response. */
public sealed interface Result {

  /** {@code {}}. */
  Result EMPTY = new Ready(new byte[] {'{', '}'});

  /** Its JSON in UTF-8. Callers must not change the array. */
  byte[] bytes();

  /** A result made for this one request. */
  record Tree(ObjectNode json) implements Result {
    @Override
    public byte[] bytes() {
      return Json.bytes(json);
    }
  }

  /** A result that is the same for many requests and was serialised once. */
  record Ready(byte[] bytes) implements Result {}
}
