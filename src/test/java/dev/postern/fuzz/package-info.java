/**
 * Cases made of bytes, for whoever brings the bytes: a property test, a coverage-guided fuzzer, a
 * long run, or a file that was kept because it once found a fault.
 *
 * <p>Every case knows what must come of it without asking the code under test: what was written is
 * built from parts whose meaning is known, and what arrives is read by other readers than ours.
 */
package dev.postern.fuzz;
