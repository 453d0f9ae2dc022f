package dev.postern.source;

import java.time.Instant;

/**
 * A row as the database holds it.
 *
 * @param configJson the JSON as stored; may be faulty where somebody wrote it by hand
 * @param tag changes with every change of {@code enabled} or {@code configJson}; made from their
 *     contents, so that changes typed into the database count too
 */
public record StoredRow(
    String name, boolean enabled, String configJson, Instant updatedAt, String tag) {}
