package dev.postern.invoker;

import dev.postern.catalogue.AnswerType;
import dev.postern.catalogue.Binding;
import dev.postern.catalogue.Call;
import dev.postern.catalogue.Config;
import dev.postern.message.mcp.Outcome;
import java.util.List;

/**
 * What a prompt or a resource is by asking a service: a ready result of its kind as it came, or
 * what is made of anything else.
 */
public final class FetchedType implements AnswerType {

  /** Makes a result of what came. */
  @FunctionalInterface
  public interface Making {

    /**
     * @throws CallFailedException if nothing can be made of it
     */
    Outcome make(ServiceFetch fetch, ServiceFetch.Fetched fetched) throws CallFailedException;
  }

  private final ServiceType service;
  private final ReadyResult kind;
  private final Making making;

  public FetchedType(ServiceType service, ReadyResult kind, Making making) {
    this.service = service;
    this.kind = kind;
    this.making = making;
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
    return call -> fetched(fetch, call);
  }

  private Outcome fetched(ServiceFetch fetch, Call call) throws InterruptedException {
    try {
      ServiceFetch.Fetched fetched = fetch.fetch(new CallScope(call));
      Outcome ready = fetch.ready(fetched, kind);
      return ready == null ? making.make(fetch, fetched) : ready;
    } catch (CallFailedException e) {
      return e.result();
    }
  }
}
