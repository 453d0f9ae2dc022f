/**
 * What a tool's JSON says of its service's answers: {@code responseMapping} makes what is wanted of
 * what came, {@code errors} says which answers are failures and what the model is told of them.
 *
 * <p>Paths are JSONPath, texts are Mustache: loops and conditions, but nothing that could run. Both
 * are compiled when the tool is loaded and see the answer's JSON tree alone, no Java objects.
 */
package dev.postern.invoker.answer;
