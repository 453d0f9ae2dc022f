package dev.postern.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import dev.postern.message.Json;
import dev.postern.testing.mcp.EventStream;
import dev.postern.testing.mcp.McpClient;
import dev.postern.testing.mcp.StatelessRequests;
import dev.postern.testing.server.RunningPostern;
import java.io.IOException;

/** One and the same client program, in the newest revision of either era. */
enum Era {
  STATEFUL {
    @Override
    Client connect(RunningPostern postern) throws IOException, InterruptedException {
      McpClient client = postern.connected();
      return new Client() {
        @Override
        JsonNode answer(String method, String params) throws IOException, InterruptedException {
          return client.answer(method, params);
        }

        @Override
        EventStream listen(String uri) throws IOException, InterruptedException {
          client.request("resources/subscribe", Json.object().put("uri", uri).toString());
          return client.listen();
        }
      };
    }

    @Override
    int resourceNotFound() {
      return -32002;
    }
  },

  STATELESS {
    @Override
    Client connect(RunningPostern postern) {
      StatelessRequests client = new StatelessRequests(postern.uri("/mcp"));
      return new Client() {
        @Override
        JsonNode answer(String method, String params) throws IOException, InterruptedException {
          StatelessRequests.Ask ask = client.ask(method).params(params);
          JsonNode named = Json.parse(params);
          if (named.has("name") || named.has("uri")) {
            ask.header("Mcp-Name", named.path("name").asText(named.path("uri").asText()));
          }
          return McpClient.message(ask.send());
        }

        @Override
        EventStream listen(String uri) throws IOException, InterruptedException {
          return client
              .ask("subscriptions/listen")
              .params(
                  """
                  {"notifications": {"toolsListChanged": true, "promptsListChanged": true,
                    "resourcesListChanged": true, "resourceSubscriptions": ["%s"]}}
                  """
                      .formatted(uri))
              .open();
        }
      };
    }

    @Override
    int resourceNotFound() {
      return -32602;
    }
  };

  abstract Client connect(RunningPostern postern) throws IOException, InterruptedException;

  abstract int resourceNotFound();

  /** What tests do with it. */
  abstract static class Client {

    /** The whole JSON-RPC answer. */
    abstract JsonNode answer(String method, String params) throws IOException, InterruptedException;

    /** Hears of all lists, and of this resource. */
    abstract EventStream listen(String uri) throws IOException, InterruptedException;

    /** The result; an error fails the test. */
    JsonNode result(String method, String params) throws IOException, InterruptedException {
      JsonNode answer = answer(method, params);
      if (!answer.has("result")) {
        throw new AssertionError("No result but " + answer);
      }
      return answer.get("result");
    }

    JsonNode error(String method, String params) throws IOException, InterruptedException {
      JsonNode answer = answer(method, params);
      if (!answer.has("error")) {
        throw new AssertionError("No error but " + answer);
      }
      return answer.get("error");
    }
  }
}
