/** Answers that are remembered, so that the same question need not be asked twice. */
package dev.postern.policy.cache;
