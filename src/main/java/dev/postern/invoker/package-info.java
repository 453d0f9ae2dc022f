/**
 * Carries out tool calls. One child per type of tool; what went wrong with a service becomes a
 * result that tells the model what to do.
 */
package dev.postern.invoker;
