package dev.postern.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The properties themselves, for any bytes. What fails is told with the smallest bytes that do. */
class CasesTest {
  private static final String SEED = "20261120";

  /** Where bytes are kept that once made a case fail; the fuzzer begins with them too. */
  private static final String KEPT = "FuzzInputs/anythingIsHandedOnAsItself";

  @Provide
  Arbitrary<byte[]> bytes() {
    return Arbitraries.bytes().array(byte[].class).ofMinSize(0).ofMaxSize(160);
  }

  @Property(seed = SEED, tries = 5_000)
  void whatArrivesAtTheServiceIsWhatWasGiven(@ForAll("bytes") byte[] bytes) {
    Target.REQUEST.hold(new Choices(bytes));
  }

  @Property(seed = SEED, tries = 2_000)
  void whatIsMappedIsTheAnswersOwnData(@ForAll("bytes") byte[] bytes) {
    Target.ANSWER.hold(new Choices(bytes));
  }

  @Property(seed = SEED, tries = 2_000)
  void messagesAreUnderstoodAsMeantOrRefused(@ForAll("bytes") byte[] bytes) {
    Target.MESSAGE.hold(new Choices(bytes));
  }

  @Property(seed = SEED, tries = 2_000)
  void templatesAreReadAsMeantOrRefused(@ForAll("bytes") byte[] bytes) {
    Target.TEMPLATE.hold(new Choices(bytes));
  }

  /** Without it everything could be refused and nobody would see it. */
  @Example
  void mostCasesAreCarriedOut() {
    SplittableRandom random = new SplittableRandom(Long.parseLong(SEED));
    for (Target target : Target.values()) {
      int held = 0;
      for (int i = 0; i < 2_000; i++) {
        byte[] bytes = new byte[160];
        random.nextBytes(bytes);
        held += target.hold(new Choices(bytes)) ? 1 : 0;
      }
      assertThat(held).as(target.name()).isBetween(600, 1_950);
    }
  }

  @Example
  void whatOnceFailedDoesSoNoMore() throws IOException, URISyntaxException {
    URL folder = CasesTest.class.getResource(KEPT);
    assertThat(folder).as(KEPT).isNotNull();
    List<Path> kept;
    try (Stream<Path> files = Files.list(Path.of(folder.toURI()))) {
      kept = files.sorted().toList();
    }
    assertThat(kept).isNotEmpty();
    for (Path file : kept) {
      Target.hold(Files.readAllBytes(file));
    }
  }
}
