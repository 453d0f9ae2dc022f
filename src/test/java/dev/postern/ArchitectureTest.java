package dev.postern;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules of docs/architecture.md about who may know whom, and a few about plain hygiene. */
class ArchitectureTest {

  /** Imports go to a strictly lower step. */
  private static final Map<String, Integer> LADDER =
      Map.ofEntries(
          Map.entry("wiring", 6),
          Map.entry("transport", 5),
          Map.entry("admin", 5),
          Map.entry("protocol", 4),
          Map.entry("policy", 4),
          Map.entry("invoker", 3),
          Map.entry("source", 3),
          Map.entry("catalogue", 2),
          Map.entry("session", 2),
          Map.entry("upstream", 2),
          Map.entry("security", 1),
          Map.entry("message", 0),
          Map.entry("template", 0),
          Map.entry("telemetry", 0));

  /** Which folders may use a library; whatever is not named here may be used by none. */
  private static final Map<String, List<String>> LIBRARIES =
      Map.ofEntries(
          Map.entry("com.fasterxml.jackson", List.of("")), // the form in which everything travels
          Map.entry("org.slf4j", List.of("")),
          Map.entry("com.networknt", List.of("catalogue")),
          Map.entry("com.jayway.jsonpath", List.of("invoker.answer")),
          Map.entry("com.samskivert.mustache", List.of("invoker.answer")),
          Map.entry("org.apache.ibatis", List.of("source.db")),
          Map.entry("org.h2", List.of("wiring")),
          Map.entry("com.mysql", List.of("wiring")),
          Map.entry("feign", List.of("invoker.feign")),
          Map.entry("org.apache.hc", List.of("upstream")),
          Map.entry("io.github.resilience4j", List.of("policy.resilience")),
          Map.entry("com.github.benmanes.caffeine", List.of("policy.cache")),
          Map.entry("jakarta.servlet", List.of("transport", "admin", "security.inbound", "wiring")),
          Map.entry("jakarta.websocket", List.of("transport.websocket")),
          Map.entry("jakarta.ws.rs", List.of("transport", "admin", "wiring")),
          Map.entry("org.glassfish", List.of("transport", "admin", "wiring")));

  private static final JavaClasses POSTERN =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.postern");

  private static final Path SOURCES = Path.of("src", "main", "java");

  @Test
  void importsGoDownTheLadder() {
    assertThat(
            dependencies(
                (from, to) -> {
                  String origin = top(from);
                  String target = top(to);
                  return origin.equals(target) || LADDER.get(origin) > LADDER.get(target);
                }))
        .isEmpty();
  }

  @Test
  void everyFolderHasItsStep() {
    assertThat(POSTERN.stream().map(type -> top(folder(type)))).isSubsetOf(LADDER.keySet());
  }

  @Test
  void aParentDoesNotKnowItsChildrenNorAChildItsSiblings() {
    assertThat(
            dependencies(
                (from, to) -> !top(from).equals(top(to)) || (from + ".").startsWith(to + ".")))
        .isEmpty();
  }

  @Test
  void oneLibraryIsKnownToOneFolder() {
    List<String> strangers = new ArrayList<>();
    for (JavaClass type : POSTERN) {
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        String name = dependency.getTargetClass().getBaseComponentType().getPackageName();
        if (!ownOrJdk(name) && !mayUse(folder(type), name)) {
          strangers.add(type.getName() + " uses " + name);
        }
      }
    }
    assertThat(new TreeSet<>(strangers)).isEmpty();
  }

  private static boolean mayUse(String folder, String library) {
    return LIBRARIES.entrySet().stream()
        .filter(entry -> below(library, entry.getKey()))
        .flatMap(entry -> entry.getValue().stream())
        .anyMatch(home -> home.isEmpty() || below(folder, home));
  }

  private static boolean below(String name, String parent) {
    return (name + ".").startsWith(parent + ".");
  }

  private static boolean ownOrJdk(String name) {
    return name.isEmpty() // a primitive type
        || below(name, "dev.postern")
        || below(name, "java")
        || below(name, "javax.crypto")
        || below(name, "javax.management")
        || below(name, "javax.naming")
        || below(name, "javax.net")
        || below(name, "javax.sql")
        || below(name, "javax.xml");
  }

  @Test
  void packagesFormNoRing() {
    slices().matching("dev.postern.(**)").should().beFreeOfCycles().check(POSTERN);
  }

  @Test
  void noClassLivesInTheBasePackage() {
    noClasses().should().resideInAPackage("dev.postern").check(POSTERN);
  }

  @Test
  void namesSayWhatAThingIs() {
    classes()
        .should()
        .haveNameNotMatching(".*(Utils?|Helpers?|Managers?|Impl)(\\$.*)?")
        .andShould()
        .haveNameNotMatching(".*\\.Abstract[A-Z][^.]*")
        .check(POSTERN);
  }

  @Test
  void aConstructorTakesSixParametersAtMost() {
    List<String> wide = new ArrayList<>();
    for (JavaClass type : POSTERN) {
      boolean written = !type.isRecord() && !type.isAnonymousClass() && !type.isLocalClass();
      for (JavaConstructor constructor : type.getConstructors()) {
        if (written && constructor.getRawParameterTypes().size() > 6) {
          wide.add(constructor.getFullName());
        }
      }
    }
    assertThat(wide).as("more than six means that a class is missing").isEmpty();
  }

  @Test
  void nobodyPrintsToTheConsole() {
    noClasses()
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .orShould()
        .callMethod(Throwable.class, "printStackTrace")
        .check(POSTERN);
  }

  @Test
  void noStaticFieldEverChanges() {
    fields()
        .that()
        .areStatic()
        .should()
        .haveModifier(JavaModifier.FINAL)
        .because("a redeployed application must not find what its predecessor left")
        .check(POSTERN);
  }

  @Test
  void everyPackageSaysWhatItIsFor() throws IOException {
    try (Stream<Path> tree = Files.walk(SOURCES)) {
      List<Path> silent =
          tree.filter(path -> path.toString().endsWith(".java"))
              .map(Path::getParent)
              .distinct()
              .filter(folder -> !Files.exists(folder.resolve("package-info.java")))
              .toList();
      assertThat(silent).isEmpty();
    }
  }

  @Test
  void noFileIsLongerThanThreeHundredLines() throws IOException {
    Map<Path, Integer> tooLong = new TreeMap<>();
    try (Stream<Path> tree = Files.walk(SOURCES)) {
      for (Path file : tree.filter(path -> path.toString().endsWith(".java")).toList()) {
        int lines = Files.readAllLines(file).size();
        if (lines > 300) {
          tooLong.put(file, lines);
        }
      }
    }
    assertThat(tooLong).isEmpty();
  }

  /** Every dependency between two different folders of ours that the rule does not allow. */
  private static List<String> dependencies(BiFunction<String, String, Boolean> allowed) {
    TreeSet<String> broken = new TreeSet<>();
    for (JavaClass type : POSTERN) {
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        JavaClass target = dependency.getTargetClass().getBaseComponentType();
        if (!below(target.getPackageName(), "dev.postern")) {
          continue;
        }
        String from = folder(type);
        String to = folder(target);
        if (!from.equals(to) && !allowed.apply(from, to)) {
          broken.add(from + " must not know " + to + ": " + dependency.getDescription());
        }
      }
    }
    return List.copyOf(broken);
  }

  /** The package without {@code dev.postern}. */
  private static String folder(JavaClass type) {
    return type.getPackageName().substring("dev.postern".length()).replaceFirst("^\\.", "");
  }

  private static String top(String folder) {
    return folder.split("\\.")[0];
  }
}
