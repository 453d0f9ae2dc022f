package dev.postern.invoker.limit;

import dev.postern.catalogue.Config;
import dev.postern.invoker.Block;
import dev.postern.invoker.RequestLayer;
import dev.postern.invoker.Sender;
import dev.postern.invoker.ServiceCall;
import dev.postern.upstream.Lines;
import dev.postern.upstream.UpstreamRequest.Header;
import java.util.List;

/** {@code "limits": {"answerBytes": …}}: the most that is read of one answer of the service. */
public final class AnswerLimit implements RequestLayer {
  static final String KEY = "limits";
  private static final String ANSWER_BYTES = "answerBytes";

  /** No setting allows more. */
  private static final int MOST_BYTES = 1024 * 1024 * 1024;

  @Override
  public List<String> keys() {
    return List.of(KEY);
  }

  @Override
  public Sender around(Sender inner, ServiceCall call, Config config) {
    if (!config.json().has(KEY)) {
      return inner;
    }
    // The result of a prompt or a resource is not cut: there is no call to ask for the rest.
    boolean tool = config.arguments().key().equals("inputSchema");
    Block block =
        Block.read(
            config,
            KEY,
            tool ? List.of(ANSWER_BYTES, ResultLimit.RESULT_BYTES) : List.of(ANSWER_BYTES));
    int most = block.integer(ANSWER_BYTES, 1, MOST_BYTES, 0);
    return most == 0 ? inner : (request, lines) -> inner.send(request, new Bounded(lines, most));
  }

  /** Who takes the answer, and less of it. */
  private record Bounded(Lines lines, int mostBytes) implements Lines {
    @Override
    public boolean wanted(int status, List<Header> headers) {
      return lines.wanted(status, headers);
    }

    @Override
    public boolean take(String line) {
      return lines.take(line);
    }

    @Override
    public int longestSilence() {
      return lines.longestSilence();
    }
  }
}
