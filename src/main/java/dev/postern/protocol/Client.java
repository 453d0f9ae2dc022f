package dev.postern.protocol;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What a client says of itself.
 *
 * @param capabilities what it can be asked to do; read only
 * @param info its {@code name} and {@code version}; read only, empty where it says nothing
 */
public record Client(ObjectNode capabilities, ObjectNode info) {}
