/** What calls and catalogues cost: programs to run by hand, and tests that count work, not time. */
package dev.postern.speed;
