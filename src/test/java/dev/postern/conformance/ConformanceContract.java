package dev.postern.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.postern.testing.Prerequisite;
import dev.postern.testing.server.AdminAccess;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** Every scenario that the official suites have for a server, one test each. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ConformanceContract {
  private SuiteRun suites;
  private Baseline baseline;
  private FixtureService service;

  /** Starts the server with the WAR. */
  abstract AdminAccess startServer() throws Exception;

  abstract URI endpoint();

  abstract void stopServer() throws Exception;

  @BeforeAll
  void prepare() throws Exception {
    try {
      suites = SuiteRun.install();
    } catch (IOException e) {
      throw Prerequisite.missing(
          getClass(),
          "it needs `node`, `npm`, and once a network to fetch the packages of"
              + " src/test/ts/conformance. "
              + e.getMessage());
    }
    baseline = Baseline.read();
    AdminAccess admin = startServer();
    service = FixtureService.start(admin);
    Fixtures.register(admin, service.url());
  }

  @AfterAll
  void stop() throws Exception {
    if (service != null) {
      service.close();
    }
    stopServer();
  }

  @TestFactory
  Stream<DynamicTest> theStableReleaseIsPassed() throws Exception {
    return judge(Suite.STABLE);
  }

  @TestFactory
  Stream<DynamicTest> everythingThat20251125RequiresIsPassed() throws Exception {
    return judge(Suite.REQUIRED_2025_11_25);
  }

  @TestFactory
  Stream<DynamicTest> everythingThat20260728RequiresIsPassed() throws Exception {
    return judge(Suite.REQUIRED_2026_07_28);
  }

  private Stream<DynamicTest> judge(Suite suite) throws Exception {
    SuiteRun.Verdict verdict = suites.run(suite, endpoint());
    List<Scenario> judged =
        verdict.scenarios().stream().filter(scenario -> Suite.judges(scenario.name())).toList();
    Stream<DynamicTest> whole =
        Stream.of(
            DynamicTest.dynamicTest(
                suite.key() + ": everything was checked",
                () -> {
                  checkExtent(suite, judged);
                  assertThat(verdict.accepted()).isTrue();
                }));
    return Stream.concat(
        whole,
        judged.stream()
            .map(
                scenario ->
                    DynamicTest.dynamicTest(
                        suite.key() + ": " + scenario.name(), () -> check(suite, scenario))));
  }

  private static void checkExtent(Suite suite, List<Scenario> judged) {
    assertThat(judged).hasSize(suite.scenarios);
    assertThat(judged.stream().mapToInt(Scenario::passed).sum()).isEqualTo(suite.checks);
  }

  private void check(Suite suite, Scenario scenario) {
    Optional<String> excuse = baseline.reason(suite, scenario.name());
    if (excuse.isEmpty() && !scenario.faults().isEmpty()) {
      fail(suite.key() + " " + scenario.name() + ": " + String.join("\n", scenario.faults()));
    } else if (excuse.isPresent() && scenario.faults().isEmpty()) {
      fail(
          suite.key()
              + " "
              + scenario.name()
              + " passes, so it must leave the baseline, which says: "
              + excuse.get());
    }
  }
}
