package dev.postern.source;

/**
 * One tool as its source holds it, not yet parsed.
 *
 * @param id stays the same when the tool is renamed
 * @param name unique within the source
 */
public record ToolRow(long id, String name, boolean enabled, String configJson) {}
