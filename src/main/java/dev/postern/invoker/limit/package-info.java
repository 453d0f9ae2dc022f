/**
 * The key {@code limits}: how much is read of a service's answer, and how much of a result is given
 * to the model. What was left out is kept for a while, and {@code postern.more} hands it out.
 *
 * <p>The rest is kept by the node that made it. In an installation of several nodes a call of
 * {@code postern.more} may reach another one, which says so; nothing is sent between nodes for it.
 */
package dev.postern.invoker.limit;
