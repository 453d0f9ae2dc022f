package dev.postern.protocol.stateless;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.catalogue.HeaderParam;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.catalogue.Tool;
import dev.postern.message.Message;
import java.math.BigDecimal;
import java.util.regex.Pattern;

/** Compares {@code Mcp-Param-…} headers with the arguments that they repeat. */
final class ParamHeaders {
  /** As in JSON (RFC 8259 §6); exponents are short, so that none is a bomb. */
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]{1,3})?");

  private final LiveCatalogue catalogue;

  ParamHeaders(LiveCatalogue catalogue) {
    this.catalogue = catalogue;
  }

  void check(Message.Request request, Headers headers) throws RefusedException {
    if (!request.method().equals("tools/call")) {
      return;
    }
    Tool tool = catalogue.current().tools().get(request.params().path("name").asText());
    if (tool == null) {
      return;
    }
    for (HeaderParam param : tool.headerParams()) {
      check(param, param.in(request.params().path("arguments")), headers);
    }
  }

  private static void check(HeaderParam param, JsonNode argument, Headers headers)
      throws RefusedException {
    String name = "Mcp-Param-" + param.header();
    String header = headers.decoded(name);
    if (argument.isMissingNode() || argument.isNull()) {
      return; // the header is not expected then, and says nothing
    }
    if (header == null) {
      throw RefusedException.mismatch(
          "The header " + name + " is missing, the argument " + param.path() + " is there");
    }
    if (!same(header, argument)) {
      throw RefusedException.mismatch(
          "The header " + name + " is not what the argument " + param.path() + " is");
    }
  }

  /** Integers by their value, as 42.0 is 42; the rest as text. */
  private static boolean same(String header, JsonNode argument) {
    if (!argument.isNumber()) {
      return header.equals(argument.asText());
    }
    return NUMBER.matcher(header).matches()
        && new BigDecimal(header).compareTo(argument.decimalValue()) == 0;
  }
}
