/**
 * Carries out tool calls. One child per type of tool; what went wrong with a service becomes a
 * result that tells the model what to do.
 *
 * <p>What the types share is here: {@link dev.postern.invoker.ServiceCallParser} compiles a block
 * of settings, with a parser for each place (request line, query, headers, body), into a {@link
 * dev.postern.invoker.ServiceCall}, which renders a request from arguments; {@link
 * dev.postern.invoker.ServiceBinding} renders, sends, and lets {@link
 * dev.postern.invoker.AnswerReader} and {@link dev.postern.invoker.CallErrors} make the result. An
 * answer that comes as a stream is read by {@link dev.postern.invoker.AnswerStream} while it comes.
 *
 * <p>Three kinds of layers are declared in a tool's JSON. A {@link
 * dev.postern.invoker.RequestLayer} sees every single request; an {@link
 * dev.postern.invoker.AnswerLayer} stands outside of those, sees what was answered, and may make
 * several requests of one ({@link dev.postern.invoker.Inquiry}); a {@code CallLayer} of the
 * catalogue stands around the whole call and sees its result.
 *
 * <p>Decisions:
 *
 * <ul>
 *   <li>A placeholder in a path must name an argument that is required or has a {@code default} in
 *       the schema; otherwise the tool is refused when it is loaded. Everywhere else an absent
 *       argument drops what it stands in, and a {@code default} in the schema stands in for it.
 *   <li>A service asks the client by its answer and gets what it said in a second request, in
 *       either era; nothing of that is sent unless the tool's JSON has a place for it.
 *   <li>Secrets are read when the tool is loaded. A tool with a secret that nobody defined is
 *       broken, and its request is never sent. What comes back is searched for them.
 * </ul>
 */
package dev.postern.invoker;
