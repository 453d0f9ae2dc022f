package dev.postern.template;

/** A piece of a text with holes. */
sealed interface Part {

  record Literal(String text) implements Part {}

  record Hole(Expression expression) implements Part {}
}
