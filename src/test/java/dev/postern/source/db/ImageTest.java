package dev.postern.source.db;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a process wrote enters its image only where nobody else wrote meanwhile. */
class ImageTest {
  private static final TableRow ONE = row(1, "a", "one");
  private static final TableRow TWO = row(1, "a", "two");
  private static final TableRow THREE = row(1, "a", "three");

  private final Image image = Image.EMPTY.withWrite(null, ONE);

  @Test
  void aWriteOverWhatIsKnownEnters() {
    assertThat(image.rows()).containsExactly(ONE);
    assertThat(image.withWrite(ONE, TWO).rows()).containsExactly(TWO);
    assertThat(image.withWrite(null, row(2, "b", "one")).rows()).hasSize(2);
  }

  @Test
  void aWriteThatIsKnownChangesNothing() {
    assertThat(image.withWrite(null, ONE)).isSameAs(image);
    assertThat(image.withWrite(THREE, ONE)).isSameAs(image);
  }

  @Test
  void writesThatCameInTheWrongOrderHaveToBeRead() {
    assertThat(image.withWrite(TWO, THREE)).isNull();
    assertThat(Image.EMPTY.withWrite(ONE, TWO)).isNull();
    assertThat(image.withWrite(null, TWO)).isNull();
  }

  @Test
  void aNameThatWasAnotherRowsHasToBeRead() {
    assertThat(image.withWrite(null, row(2, "a", "two"))).isNull();
  }

  private static TableRow row(long id, String name, String text) {
    return new TableRow(id, name, true, Node.json(text), 1, text.hashCode());
  }
}
