/**
 * What a tool's block {@code policy} and the operators' rules for hosts add to a call: how long it
 * may take, how often it is tried and allowed, what is remembered of its answers.
 *
 * <p>Each policy is a layer around the whole call ({@link dev.postern.catalogue.CallLayer}) or
 * around each request of it ({@link dev.postern.invoker.RequestLayer}). Their order is two lists in
 * {@code wiring}. A tool that asks for none of them is called as if they did not exist.
 *
 * <p>State, such as counts and open circuits, lives in what the layer put around the tool, and so
 * as long as the tool's definition does not change; what tools share by host lives in the layer
 * itself.
 */
package dev.postern.policy;
