/** What is shown of calls does what it says, in a real shell. */
package dev.postern.invoker.trial;
