package dev.postern.source.db;

import dev.postern.session.StrayReplies;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.ibatis.exceptions.PersistenceException;

/** Replies for other nodes, in the database that all nodes share. */
public final class ReplyTable implements StrayReplies.Shared {
  private final Database database;

  public ReplyTable(Database database) {
    this.database = database;
  }

  @Override
  public void put(String question, String reply, Instant expiry) {
    database.shared(
        session -> {
          try {
            session.getMapper(ReplyMapper.class).insert(question, reply, expiry.getEpochSecond());
          } catch (PersistenceException e) {
            if (!SqlFault.isIntegrityViolation(e)) {
              throw e;
            } // the first reply counts
          }
          return null;
        });
  }

  @Override
  public Map<String, String> take(Collection<String> questions) {
    return database.shared(
        session -> {
          ReplyMapper mapper = session.getMapper(ReplyMapper.class);
          Map<String, String> taken = new HashMap<>();
          for (String question : questions) {
            String reply = mapper.find(question);
            if (reply != null) {
              mapper.delete(question);
              taken.put(question, reply);
            }
          }
          return taken;
        });
  }

  @Override
  public void forgetExpired(Instant now) {
    database.shared(
        session -> {
          session.getMapper(ReplyMapper.class).deleteExpired(now.getEpochSecond());
          return null;
        });
  }
}
