/** Programs of npm that tests run, installed below {@code target/}. */
package dev.postern.testing.node;
