package dev.postern.upstream;

import dev.postern.upstream.UpstreamRequest.Header;
import java.util.List;

/** Takes an answer line by line while it comes, instead of whole at its end. For one call. */
public interface Lines {

  /** For whoever wants every answer whole. */
  Lines NONE =
      new Lines() {
        @Override
        public boolean wanted(int status, List<Header> headers) {
          return false;
        }

        @Override
        public boolean take(String line) {
          return false;
        }
      };

  /** Decides by the head of the answer whether its body is taken in lines. */
  boolean wanted(int status, List<Header> headers);

  /**
   * Takes one line, on the thread that sent the request.
   *
   * @param line without its end
   * @return whether more is wanted; what else the service sends is thrown away
   */
  boolean take(String line);

  /** The most bytes that are read of an answer, taken in lines or not, within the general limit. */
  default int mostBytes() {
    return Integer.MAX_VALUE;
  }

  /** The longest silence within the body, in milliseconds; 0 where only the time-out counts. */
  default int longestSilence() {
    return 0;
  }
}
