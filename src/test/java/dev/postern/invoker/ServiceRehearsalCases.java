package dev.postern.invoker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.postern.catalogue.Catalogue;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.catalogue.Resource;
import dev.postern.catalogue.Section;
import dev.postern.catalogue.Tool;
import dev.postern.invoker.trial.TestReport;
import dev.postern.invoker.trial.TestResult;
import dev.postern.invoker.trial.TestRun;
import dev.postern.wiring.Parsers;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The tests in a tool: calls with recorded answers, of which nothing is sent. */
public abstract class ServiceRehearsalCases extends ServiceToolCases {
  private static final String USER =
      """
      {"name": "one user", "arguments": {"id": "a/b", "tags": ["x", 2]},
       "answer": {"body": {"name": "Ada", "age": 36.0, "old": false}},
       "expect": {"request": %s, "result": %s, "isError": false}}""";

  private static final String REQUEST =
      """
      {"method": "POST", "headers": {"x-key": "Bearer [secret]", "X-None": null},
       "body": {"tags": ["x", 2]}}""";

  private static final String RESULT =
      """
      {"structuredContent": {"name": "Ada", "age": 36, "nothing": null}}""";

  @AfterEach
  void nothingWasEverSent() {
    assertThat(service.requests()).isEmpty();
  }

  @Test
  void aTestPassesWhereEverythingIsAsExpected() {
    TestReport report = run(tested(USER.formatted(REQUEST, RESULT)));

    assertThat(report.results()).hasSize(1);
    assertThat(failures(report)).isEmpty();
    assertThat(report.passed()).isTrue();
  }

  @Test
  void everyDifferenceIsNamedByItsPlace() {
    String request =
        """
        {"method": "PUT", "url": "http://elsewhere/", "headers": {"X-Key": null, "X-Other": "1"},
         "body": {"tags": ["x", "2"], "more": 1}}""";
    String result = "{\"structuredContent\": {\"name\": \"Bob\", \"old\": true, \"x\": 1}}";

    TestReport report = run(tested(USER.formatted(request, result)));

    String expect = "/tests/0/expect";
    assertThat(failures(report))
        .containsExactlyInAnyOrder(
            expect + "/request/method",
            expect + "/request/url",
            expect + "/request/headers/X-Key",
            expect + "/request/headers/X-Other",
            expect + "/request/body/tags/1",
            expect + "/request/body/more",
            expect + "/result/structuredContent/name",
            expect + "/result/structuredContent/old",
            expect + "/result/structuredContent/x");
    assertThat(report.problems().toString())
        .contains("is \"Ada\", and expected was \"Bob\" (test \"one user\")")
        .contains("is \"POST\", and expected was \"PUT\"")
        .doesNotContain(SECRET);
  }

  @Test
  void theUrlIsComparedAsItGoesOut() {
    String url = service.url("/users/a%2Fb?tag=x&tag=2");

    assertThat(failures(run(tested(USER.formatted("{\"url\": \"" + url + "\"}", "{}"))))).isEmpty();
  }

  @Test
  void aRequestAloneNeedsNoAnswer() {
    String test =
        "{\"name\": \"r\", \"arguments\": {\"id\": \"1\"}, \"expect\": {\"request\":"
            + " {\"method\": \"POST\"}}}";

    TestReport report = run(tested(test));

    assertThat(failures(report)).isEmpty();
    assertThat(report.results().get(0).steps().findValuesAsText("step"))
        .containsExactly("arguments", "validation", "request");
  }

  @Test
  void aResultWithoutAnAnswerCannotBeKnown() {
    TestReport report =
        run(
            tested(
                "{\"name\": \"r\", \"arguments\": {\"id\": \"1\"}, \"expect\":"
                    + " {\"isError\": false}}"));

    assertThat(failures(report)).containsExactly("/tests/0/expect/isError");
    assertThat(report.problems().get(0).message()).contains("tests send nothing");
  }

  @Test
  void answersInAnArrayAreForOneRequestAfterTheOther() {
    String pages =
        """
        {"name": "pages", "arguments": {"id": "1"},
         "answer": [{"body": {"items": [1], "next": "b"}}, {"body": {"items": [2]}}],
         "expect": {"request": [{"method": "POST"}, {"url": "%s"}],
                    "result": {"structuredContent": {"items": [1, 2]}}}}"""
            .formatted(service.url("/users/1?c=b"));

    TestReport report = run(tested(pages, ", " + PAGINATION));
    TestReport tooFew =
        run(tested(pages.replace(", {\"body\": {\"items\": [2]}}", ""), ", " + PAGINATION));

    assertThat(failures(report)).isEmpty();
    assertThat(failures(tooFew)).containsExactly("/tests/0/expect/result");
    assertThat(tooFew.problems().get(0).message())
        .contains("its request number 2, and \"answer\" has 1");
  }

  private static final String PAGINATION =
      "\"pagination\": {\"style\": \"cursor\", \"items\": \"/items\", \"cursor\": \"/next\","
          + " \"parameter\": \"c\"}";

  @Test
  void failuresOfTheServiceAndOfTheArgumentsAreResultsToo() {
    TestReport report =
        run(
            tested(
                """
                {"name": "gone", "arguments": {"id": "1"}, "answer": {"status": 404, "body": "?"},
                 "expect": {"isError": true,
                            "result": {"_meta": {"dev.postern/error": {"status": 404}}}}},
                {"name": "no id", "arguments": {},
                 "expect": {"isError": true,
                   "result": {"_meta": {"dev.postern/error": {"error": "invalid_arguments"}}}}}"""));

    assertThat(failures(report)).isEmpty();
    assertThat(report.results()).hasSize(2);
  }

  @Test
  void everyKindOfAnswerCanBeRecorded() {
    TestReport report =
        run(
            tested(
                """
                {"name": "text", "arguments": {"id": "1"},
                 "answer": {"headers": {"Content-Type": "text/plain"}, "body": "hello"},
                 "expect": {"result": {"content": [{"type": "text", "text": "hello"}]}}},
                {"name": "image", "arguments": {"id": "1"},
                 "answer": {"headers": {"Content-Type": "image/png"}, "base64": "AAEC"},
                 "expect": {"result": {"content": [{"type": "image", "data": "AAEC"}]}}},
                {"name": "stream", "arguments": {"id": "1"},
                 "answer": {"headers": {"Content-Type": "text/event-stream"},
                            "body": "event: result\\ndata: {\\"a\\": 1}\\n\\n"},
                 "expect": {"result": {"structuredContent": {"a": 1}}}}"""));

    assertThat(failures(report)).isEmpty();
  }

  @Test
  void theOneAnswerServesEveryAttemptAndNobodyWaits() {
    String test =
        """
        {"name": "down", "arguments": {"id": "1"}, "answer": {"status": 503},
         "expect": {"request": [{"method": "POST"}, {"method": "POST"}, {"method": "POST"}],
                    "isError": true}}""";
    long start = System.nanoTime();

    TestReport report =
        run(
            tested(
                test,
                ", \"policy\": {\"retry\": {\"anyMethod\": true, \"attempts\": 3, \"backoffMs\":"
                    + " 4000}, \"rateLimit\": {\"calls\": 1, \"perMs\": 3600000}}"));

    assertThat(failures(report)).isEmpty();
    assertThat(System.nanoTime() - start).isLessThan(3_000_000_000L);
  }

  @Test
  void theClientIsWhoTheTestSaysAndWithoutThatNobody() {
    String tests =
        """
        {"name": "all", "arguments": {"id": "1"},
         "client": {"name": "assistant", "version": "2.1", "principal": "ada"},
         "expect": {"request": {"headers": {"X-Client": "assistant", "X-Version": "2.1", "X-For": "ada"}}}},
        {"name": "some", "arguments": {"id": "1"}, "client": {"name": "assistant"},
         "expect": {"request": {"headers": {"X-Client": "assistant", "X-Version": null, "X-For": "nobody"}}}},
        {"name": "none", "arguments": {"id": "1"},
         "expect": {"request": {"headers": {"X-Client": null, "X-For": "nobody"}}}},
        {"name": "hostile", "arguments": {"id": "1"}, "client": {"principal": "x\\r\\nX-Key: y"},
         "expect": {"isError": true,
           "result": {"_meta": {"dev.postern/error": {"error": "bad_argument"}}}}}""";
    Tool tool =
        tool(
            SCHEMA,
            block(
                "/users/{id}",
                "\"headers\": {\"X-Client\": \"{{client.name}}\", \"X-Version\":"
                    + " \"{{client.version}}\", \"X-For\": \"{{client.principal|nobody}}\"}"),
            "\"tests\": [" + tests + "]");

    TestReport report = run(tool);

    assertThat(failures(report)).isEmpty();
    assertThat(report.results()).hasSize(4);
  }

  @Test
  void aBodyThatIsAResourceOfAnotherServiceIsRehearsedToo() throws Exception {
    String resource =
        "{\"uri\": \"a:file\", \"%s\": %s}"
            .formatted(type(), block("/file", "\"method\": \"GET\""));
    LiveCatalogue catalogue = new LiveCatalogue();
    Parsers parsers = parsers(catalogue);
    catalogue.publish(
        new Catalogue(
            Section.none(),
            Section.none(),
            Section.<Resource>none().with("file", parsers.resources().parse("file", resource))));
    String test =
        """
        {"name": "sent on", "arguments": {"id": "1"},
         "answer": [{"headers": {"Content-Type": "image/png"}, "base64": "AAEC"}, {"body": {"a": 1}}],
         "expect": {"request": [{"method": "GET", "url": "%s"}, {"method": "POST", "body": "AAEC"}],
                    "result": {"structuredContent": {"a": 1}}}}"""
            .formatted(service.url("/file"));

    TestReport report =
        run(
            tool(
                parsers,
                SCHEMA,
                block("/users/{id}", "\"method\": \"POST\", \"bytes\": {\"resource\": \"a:file\"}"),
                "\"tests\": [" + test + "]"));

    assertThat(failures(report)).isEmpty();
  }

  @Test
  void aJobThatNeverEndsEndsItsTest() {
    String test =
        """
        {"name": "job", "arguments": {"id": "1"},
         "answer": {"status": 202, "headers": {"Location": "/jobs/1"}},
         "expect": {"isError": true}}""";

    TestReport report = run(tested(test, ", \"asyncJob\": {\"maxWaitMs\": 600000}"));

    assertThat(failures(report)).containsExactly("/tests/0/expect/isError");
  }

  @Test
  void limitsHoldForRecordedAnswersAndNothingIsKept() {
    String tests =
        """
        {"name": "read", "arguments": {"id": "1"}, "answer": {"body": {"a": "%s"}},
         "expect": {"isError": true,
           "result": {"_meta": {"dev.postern/error": {"error": "upstream_too_large"}}}}},
        {"name": "given", "arguments": {"id": "1"}, "answer": {"body": {"a": ["%s", "b", "c"]}},
         "expect": {"result": {"_meta": {"dev.postern/more": {"handle": "rehearsal"}}}}}"""
            .formatted("x".repeat(9_000), "x".repeat(3_000));

    TestReport report =
        run(tested(tests, ", \"limits\": {\"answerBytes\": 8000, \"resultBytes\": 1024}"));

    assertThat(failures(report)).isEmpty();
  }

  @Test
  void mistakesInTestsAreFoundWhenTheToolIsLoaded() {
    String tests =
        """
        "testsMustPass": "yes", "tests": [
          {"name": " ", "expect": {}, "argument": {}},
          {"name": "a", "arguments": {"tags": 5}, "expect": {"isError": 1, "resultat": {}}},
          {"name": "a", "arguments": {"id": "1"},
           "answer": {"status": 99, "body": 1, "base64": "??", "headers": {"X": 5}},
           "expect": {"request": {"metod": "GET", "url": 5, "headers": {"X": 5}}, "result": []}},
          {"name": "b", "arguments": {"id": "1"}, "answer": [5], "expect": {"request": []}},
          {"name": "c", "arguments": {"id": "1"}, "expect": {"isError": true},
           "client": {"nam": "x", "name": 5, "version": " ", "principal": null}},
          {"name": "d", "arguments": {"id": "1"}, "expect": {"isError": true}, "client": "x"},
          7]""";

    assertThat(problems(SCHEMA, block("/users/{id}", ""), tests))
        .extracting(problem -> problem.substring(0, problem.indexOf(": ")))
        .containsExactlyInAnyOrder(
            "/testsMustPass",
            "/tests/0/name",
            "/tests/0/expect",
            "/tests/0/argument",
            "/tests/0/arguments",
            "/tests/1/arguments",
            "/tests/1/arguments/tags",
            "/tests/1/expect/isError",
            "/tests/1/expect/resultat",
            "/tests/2/name",
            "/tests/2/answer/status",
            "/tests/2/answer/base64",
            "/tests/2/answer/base64",
            "/tests/2/answer/headers/X",
            "/tests/2/expect/request/metod",
            "/tests/2/expect/request/url",
            "/tests/2/expect/request/headers/X",
            "/tests/2/expect/result",
            "/tests/3/answer/0",
            "/tests/3/expect/request",
            "/tests/4/client/nam",
            "/tests/4/client/name",
            "/tests/4/client/version",
            "/tests/4/client/principal",
            "/tests/5/client",
            "/tests/6");
    assertThat(problems(SCHEMA, block("/users/{id}", ""), "\"testsMustPass\": true"))
        .containsExactly("/testsMustPass: needs \"tests\"");
    assertThat(problems(SCHEMA, block("/users/{id}", ""), "\"tests\": {}"))
        .containsExactly("/tests: must be an array of tests");
  }

  private static final String SCHEMA =
      """
      {"type": "object", "required": ["id"],
       "properties": {"id": {"type": "string"}, "tags": {"type": "array"}}}""";

  private Tool tested(String tests) {
    return tested(tests, "");
  }

  private Tool tested(String tests, String more) {
    return tool(
        SCHEMA,
        block(
            "/users/{id}",
            "\"method\": \"POST\", \"query\": {\"tag\": \"{{args.tags}}\"}, \"headers\":"
                + " {\"X-Key\": \"Bearer {{secrets.TOKEN}}\"}, \"body\": {\"tags\":"
                + " \"{{args.tags}}\"}"),
        "\"tests\": [" + tests + "]" + more);
  }

  private static TestReport run(Tool tool) {
    try {
      return TestRun.of(tool, tool.tests().all());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> failures(TestReport report) {
    return report.results().stream()
        .map(TestResult::failures)
        .flatMap(List::stream)
        .map(failure -> failure.pointer())
        .toList();
  }
}
