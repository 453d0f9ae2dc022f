package dev.postern.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A tool that can be called.
 *
 * @param definition what {@code tools/list} shows of it, in the newest revision's vocabulary; never
 *     changed once published
 * @param binding what carries it out
 */
public record Tool(String name, ObjectNode definition, InputSchema inputSchema, Binding binding) {}
