package dev.postern.source.db;

/** A row without its text. */
record Head(long id, long stamp, long checksum) {}
