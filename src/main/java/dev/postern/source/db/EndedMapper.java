package dev.postern.source.db;

import java.util.List;
import org.apache.ibatis.annotations.Param;

/** The statements of {@code mybatis/ended.xml}. */
interface EndedMapper {

  void insert(@Param("mark") String mark, @Param("expiresAt") long expiresAt);

  List<EndedRow> after(@Param("id") long id);

  void deleteExpired(@Param("now") long now);
}
