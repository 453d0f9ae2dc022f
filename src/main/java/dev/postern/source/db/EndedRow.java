package dev.postern.source.db;

/** One row of mcp_ended_session. */
record EndedRow(long id, String mark, long expiresAt) {}
