package dev.postern.invoker.resource;

import dev.postern.catalogue.AnswerType;
import dev.postern.invoker.FetchedType;
import dev.postern.invoker.ReadyResult;
import dev.postern.invoker.ServiceFetch;
import dev.postern.invoker.ServiceType;
import dev.postern.message.mcp.Outcome;
import java.util.Base64;

/** Contents from a service: texts and JSON as text, everything else as bytes. */
public final class ResourceServiceType {
  private ResourceServiceType() {}

  public static AnswerType of(ServiceType service) {
    return new FetchedType(service, ReadyResult.RESOURCE, (fetch, fetched) -> contents(fetched));
  }

  private static Outcome contents(ServiceFetch.Fetched fetched) {
    return fetched.text() == null
        ? Contents.blob(Base64.getEncoder().encodeToString(fetched.bytes()), fetched.mediaType())
        : Contents.text(fetched.text(), fetched.mediaType());
  }
}
