package dev.postern.source.db;

import java.util.List;
import org.apache.ibatis.annotations.Param;

/** The statements of {@code mybatis/keys.xml}. */
interface KeyMapper {

  List<String> newestFirst();

  void insertFirst(@Param("material") String material);
}
