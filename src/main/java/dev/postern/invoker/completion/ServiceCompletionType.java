package dev.postern.invoker.completion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Completion;
import dev.postern.catalogue.CompletionType;
import dev.postern.catalogue.Config;
import dev.postern.catalogue.InputSchema;
import dev.postern.invoker.CallFailedException;
import dev.postern.invoker.CallScope;
import dev.postern.invoker.Service;
import dev.postern.invoker.ServiceFetch;
import dev.postern.invoker.ServiceType;
import dev.postern.message.Json;
import dev.postern.message.RpcException;
import java.util.ArrayList;
import java.util.List;

/** A service that knows the values: it answers with a JSON array of strings, the best first. */
public final class ServiceCompletionType implements CompletionType {
  private final ServiceType service;

  public ServiceCompletionType(ServiceType service) {
    this.service = service;
  }

  @Override
  public String name() {
    return service.name();
  }

  @Override
  public List<String> keys() {
    return service.keys();
  }

  @Override
  public Completion compile(String argument, Config config) {
    // While somebody types, only what is being typed is certain to be there.
    InputSchema arguments = config.arguments();
    ObjectNode schema = arguments.json().deepCopy();
    schema.putArray("required").add(argument);
    Service compiled =
        service.compile(
            new Config(
                config.json(),
                config.pointer(),
                InputSchema.compile(schema, "/" + arguments.key(), config.problems()),
                config.problems()));
    if (compiled == null) {
      return null;
    }
    ServiceFetch fetch = new ServiceFetch(compiled);
    return (begun, known) -> {
      ObjectNode all = known.arguments().deepCopy().put(argument, begun);
      return values(fetch, known.with(all));
    };
  }

  private static List<String> values(ServiceFetch fetch, Call call)
      throws RpcException, InterruptedException {
    try {
      JsonNode json = fetch.fetch(new CallScope(call)).json();
      if (json == null || !json.isArray()) {
        throw fetch.unusable("did not answer with a JSON array of strings");
      }
      List<String> values = new ArrayList<>();
      for (JsonNode value : json) {
        if (!value.isTextual()) {
          throw fetch.unusable(
              "answered with an array of which " + Json.text(value) + " is no string");
        }
        values.add(value.textValue());
      }
      return values;
    } catch (CallFailedException e) {
      throw e.result().asProtocolError();
    }
  }
}
