package dev.postern.invoker;

/**
 * A service as one tool, prompt, resource or completion uses it.
 *
 * @param call the request with its holes
 * @param sender carries a request there, through every layer that was asked for
 * @param inquiry comes by the answer, through every layer that was asked for
 */
public record Service(ServiceCall call, Sender sender, Inquiry inquiry) {

  /** One whose first answer counts. */
  public Service(ServiceCall call, Sender sender) {
    this(call, sender, Inquiry.once(sender));
  }
}
