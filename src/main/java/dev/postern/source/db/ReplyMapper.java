package dev.postern.source.db;

import org.apache.ibatis.annotations.Param;

/** The statements of {@code mybatis/replies.xml}. */
interface ReplyMapper {

  void insert(
      @Param("question") String question,
      @Param("reply") String reply,
      @Param("expiresAt") long expiresAt);

  /** Null where there is none. */
  String find(@Param("question") String question);

  void delete(@Param("question") String question);

  void deleteExpired(@Param("now") long now);
}
