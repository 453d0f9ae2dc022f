package dev.postern.testing.database;

/** A database server that tests may take down and bring back. */
public interface DatabaseServer {

  /** An empty database of its own for whoever asks. */
  TestDatabase freshDatabase();

  /** Ends the server, hard enough that open connections break. */
  void stop();

  /** Brings it back on the same port with the same data; returns when it answers. */
  void start();
}
