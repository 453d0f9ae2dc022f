package dev.postern.testing.database;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * An unpacked server of the MySQL family with an empty data folder.
 *
 * @param server the command that starts it, without its port
 */
record MySqlFiles(List<String> server, Map<String, String> environment, Path log) {}
