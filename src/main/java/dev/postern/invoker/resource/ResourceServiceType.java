package dev.postern.invoker.resource;

import dev.postern.catalogue.AnswerType;
import dev.postern.catalogue.Binding;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Config;
import dev.postern.invoker.CallFailedException;
import dev.postern.invoker.CallScope;
import dev.postern.invoker.ReadyResult;
import dev.postern.invoker.Service;
import dev.postern.invoker.ServiceFetch;
import dev.postern.invoker.ServiceType;
import dev.postern.message.mcp.Outcome;
import java.util.Base64;
import java.util.List;

/** Contents from a service: texts and JSON as text, everything else as bytes. */
public final class ResourceServiceType implements AnswerType {
  private final ServiceType service;

  public ResourceServiceType(ServiceType service) {
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
  public Binding compile(Config config) {
    Service compiled = service.compile(config);
    if (compiled == null) {
      return null;
    }
    ServiceFetch fetch = new ServiceFetch(compiled);
    return call -> read(fetch, call);
  }

  private static Outcome read(ServiceFetch fetch, Call call) throws InterruptedException {
    try {
      ServiceFetch.Fetched fetched = fetch.fetch(new CallScope(call));
      Outcome ready = fetch.ready(fetched, ReadyResult.RESOURCE);
      if (ready != null) {
        return ready;
      }
      return fetched.text() == null
          ? Contents.blob(Base64.getEncoder().encodeToString(fetched.bytes()), fetched.mediaType())
          : Contents.text(fetched.text(), fetched.mediaType());
    } catch (CallFailedException e) {
      return e.result();
    }
  }
}
