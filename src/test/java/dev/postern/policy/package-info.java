/** What policies promise, against a real service. */
package dev.postern.policy;
