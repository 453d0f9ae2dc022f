package dev.postern.invoker;

/**
 * A service as one tool, prompt, resource or completion uses it.
 *
 * @param call the request with its holes
 * @param sender carries it there, through every layer that was asked for
 */
public record Service(ServiceCall call, Sender sender) {}
