package dev.postern.invoker;

import dev.postern.catalogue.Conversation;
import dev.postern.upstream.Lines;
import dev.postern.upstream.UpstreamAnswer;
import dev.postern.upstream.UpstreamException;
import dev.postern.upstream.UpstreamRequest;

/**
 * How a rendered request comes by what a result is made of: sent once, or as often as it takes.
 * Safe for concurrent use.
 */
@FunctionalInterface
public interface Inquiry {

  /**
   * @param lines takes an answer that comes as a stream
   * @param client hears of progress
   * @return any status is an answer
   * @throws UpstreamException if there is no usable answer
   * @throws CallFailedException if an answer means a failure, or leads to none
   * @throws InterruptedException if the caller no longer wants the answer
   */
  Answered ask(UpstreamRequest request, Lines lines, Conversation client)
      throws UpstreamException, CallFailedException, InterruptedException;

  /** One request, one answer; the result within a stream counts as the answer. */
  static Inquiry once(Sender sender) {
    return (request, lines, client) -> {
      UpstreamAnswer answer = sender.send(request, lines);
      return Answered.of(
          lines instanceof AnswerStream stream && stream.data() != null ? stream.data() : answer);
    };
  }
}
