package dev.postern.source.db;

import java.util.Collection;
import java.util.List;
import org.apache.ibatis.annotations.Param;

/** The statements of {@code mybatis/rows.xml}, on the table of one kind. */
interface RowMapper {

  /** Count and checksum of all ids with their {@code updated_at}. */
  Fingerprint stamps();

  /** Count and checksum of all names, states and texts. */
  Fingerprint contents();

  /** All rows; their checksums are 0. */
  List<Head> stampHeads();

  /**
   * @param ids null for all rows
   */
  List<Head> contentHeads(@Param("ids") Collection<Long> ids);

  List<TableRow> rows(@Param("ids") Collection<Long> ids);

  List<TableRow> all();

  List<TableRow> named(@Param("name") String name);

  /** Reads the row and keeps others from changing it until the transaction ends; null if gone. */
  TableRow lock(@Param("id") long id);

  void insert(
      @Param("name") String name,
      @Param("enabled") int enabled,
      @Param("configJson") String configJson);

  void update(
      @Param("id") long id, @Param("enabled") int enabled, @Param("configJson") String configJson);

  void takeOffline(@Param("id") long id);
}
