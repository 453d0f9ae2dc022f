/** How prompts come by their messages: from templates of their own, or from a service. */
package dev.postern.invoker.prompt;
