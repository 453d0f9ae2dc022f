package dev.postern.source;

/**
 * One tool, prompt or resource as its source holds it, not yet parsed.
 *
 * @param id stays the same when the row is renamed
 * @param name unique within the source
 */
public record Row(long id, String name, boolean enabled, String configJson) {}
