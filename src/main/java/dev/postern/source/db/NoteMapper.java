package dev.postern.source.db;

import java.util.List;
import org.apache.ibatis.annotations.Param;

/** The statements of {@code mybatis/notes.xml}. */
interface NoteMapper {

  void clear(@Param("mark") String mark, @Param("slot") String slot);

  void insert(
      @Param("mark") String mark,
      @Param("slot") String slot,
      @Param("note") String note,
      @Param("expiresAt") long expiresAt);

  List<NoteRow> after(@Param("id") long id, @Param("most") int most);

  void deleteSession(@Param("mark") String mark);

  void deleteExpired(@Param("now") long now);
}
