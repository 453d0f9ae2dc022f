/** Rate limits, circuit breakers and retries: what counts calls and their failures. */
package dev.postern.policy.resilience;
