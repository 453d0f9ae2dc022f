/**
 * Real databases for tests, each started once per JVM on a free port of 127.0.0.1 and ended with
 * it. {@link dev.postern.testing.database.DatabaseServer#freshDatabase} gives a test its own.
 */
package dev.postern.testing.database;
