package dev.postern.source.db;

/** What is read of a row of mcp_session_note. */
record NoteRow(long id, String note) {}
