package dev.postern.source.db;

import dev.postern.source.SourceException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.apache.ibatis.exceptions.PersistenceException;

/** Secret keys that every node on one database has in common. */
public final class SharedKeys {
  private static final int KEY_BYTES = 32;

  private final Database database;

  public SharedKeys(Database database) {
    this.database = database;
  }

  /**
   * The keys, each of 32 bytes, newest first; there is at least one. The first node ever writes it.
   * To rotate, operations insert a row with a higher id: the newest key is for writing, all of them
   * are for reading.
   *
   * @throws SourceException if the database does not answer or holds something else than a key
   */
  public List<byte[]> loadOrCreate() {
    List<String> materials =
        database.shared(session -> loadOrCreate(session.getMapper(KeyMapper.class)));
    List<byte[]> keys = new ArrayList<>(materials.size());
    for (String material : materials) {
      keys.add(decode(material));
    }
    return List.copyOf(keys);
  }

  private static List<String> loadOrCreate(KeyMapper keys) {
    List<String> present = keys.newestFirst();
    if (!present.isEmpty()) {
      return present;
    }
    byte[] material = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(material);
    try {
      keys.insertFirst(Base64.getEncoder().encodeToString(material));
    } catch (PersistenceException e) {
      if (!SqlFault.isIntegrityViolation(e)) {
        throw e;
      } // another node was first; its key counts
    }
    return keys.newestFirst();
  }

  private static byte[] decode(String material) {
    try {
      byte[] key = Base64.getDecoder().decode(material.strip());
      if (key.length == KEY_BYTES) {
        return key;
      }
    } catch (IllegalArgumentException e) { // said below, without the text: it may be most of a key
    }
    throw new SourceException(
        "A row of mcp_key does not hold " + KEY_BYTES + " bytes in Base64; correct or delete it");
  }
}
