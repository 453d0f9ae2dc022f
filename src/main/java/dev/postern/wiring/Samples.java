package dev.postern.wiring;

import dev.postern.source.EditConflictException;
import dev.postern.source.RowStore;
import dev.postern.source.SourceException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tool that a new embedded database begins with, so that there is something to call. */
final class Samples {
  private static final Logger LOG = LoggerFactory.getLogger(Samples.class);

  private static final String HELLO =
      """
      {
        "name": "hello",
        "description": "Greets somebody. A sample: no service is called.",
        "type": "static",
        "inputSchema": {
          "type": "object",
          "required": ["name"],
          "properties": {
            "name": {"type": "string", "description": "Who shall be greeted"}
          }
        },
        "static": {"text": "Hello {{args.name}}, this is Postern."}
      }
      """;

  private Samples() {}

  static void plant(Settings settings, DataSources dataSources, RowStore store) {
    if (!settings.samples() || !dataSources.embedded()) {
      return;
    }
    try {
      if (store.list().isEmpty()) {
        store.save("hello", true, HELLO, new RowStore.Expected.Absent());
      }
    } catch (EditConflictException | SourceException e) { // a start without sample is a start
      LOG.warn("The sample tool could not be stored: {}", e.getMessage());
    }
  }
}
