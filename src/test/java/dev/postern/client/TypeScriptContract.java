package dev.postern.client;

import dev.postern.testing.Prerequisite;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;

/** {@link SdkContract} for a script of {@code src/test/ts}. */
abstract class TypeScriptContract extends SdkContract {
  private final String script;
  private final String[] arguments;
  private Path folder;

  TypeScriptContract(String prefix, Way way, String script, String... arguments) {
    super(prefix, way);
    this.script = script;
    this.arguments = arguments;
  }

  @BeforeAll
  @Override
  void prepare() throws Exception {
    try {
      NodeProject.checkNode();
      folder = NodeProject.install();
    } catch (IOException e) {
      throw Prerequisite.missing(
          getClass(),
          "it needs Node.js 20 or newer (`node`, or its path in POSTERN_NODE), `npm`, and once a"
              + " network to fetch the packages of src/test/ts. "
              + e.getMessage());
    }
    super.prepare();
  }

  @Override
  TypeScriptClient connect(URI endpoint) throws IOException {
    return connect(endpoint, arguments);
  }

  final TypeScriptClient connect(URI endpoint, String... otherArguments) throws IOException {
    return TypeScriptClient.start(folder, script, endpoint, otherArguments);
  }
}
