package dev.postern.admin.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.Catalogue;
import dev.postern.catalogue.CatalogueEntry;
import dev.postern.catalogue.ConfigParser;
import dev.postern.catalogue.LiveCatalogue;
import dev.postern.catalogue.Problems;
import dev.postern.catalogue.Section;
import dev.postern.invoker.trial.TestReport;
import dev.postern.message.Json;
import dev.postern.security.Principal;
import dev.postern.source.EditConflictException;
import dev.postern.source.Kind;
import dev.postern.source.RowStore;
import dev.postern.source.StoredRow;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All rows of one kind, as {@link AdminRows} shows and changes them.
 *
 * @param <T> what the rows become
 */
public final class Rows<T> {
  private static final Logger LOG = LoggerFactory.getLogger(Rows.class);
  private static final List<String> KEYS = List.of("name", "enabled", "configJson");
  private static final List<String> KEYS_OF_DRY_RUN =
      List.of("name", "enabled", "configJson", "arguments");

  private final Kind kind;
  private final RowStore store;
  private final ConfigParser<T> parser;
  private final LiveCatalogue catalogue;
  private final Function<Catalogue, Section<T>> section;
  private final Trial<T> trial;
  private final RowList list;

  /**
   * @param section where in a catalogue this kind is
   */
  public Rows(
      Kind kind,
      RowStore store,
      ConfigParser<T> parser,
      LiveCatalogue catalogue,
      Function<Catalogue, Section<T>> section,
      Trial<T> trial) {
    this.kind = kind;
    this.store = store;
    this.parser = parser;
    this.catalogue = catalogue;
    this.section = section;
    this.trial = trial;
    list = new RowList(kind, store, catalogue, this::entry);
  }

  Kind kind() {
    return kind;
  }

  RowList list() {
    return list;
  }

  Response read(String name) throws Refusal {
    StoredRow row = stored(name);
    return Answer.json(200, view(row))
        .header(HttpHeaders.ETAG, Answer.entityTag(row.tag()))
        .build();
  }

  Response save(Body body, Conditions conditions, Principal caller) throws Refusal {
    SentRow sent = checked(body, KEYS).sent();
    boolean enabled = body.json().path("enabled").asBoolean(true) || !SentRow.isWrapped(body);
    RowStore.Expected expected = expected(conditions, sent.name());
    try {
      StoredRow stored = store.save(sent.name(), enabled, sent.text(), expected);
      LOG.info("{} saved the {} {}", caller.name(), kind.noun(), quoted(sent.name()));
      return written(stored);
    } catch (EditConflictException e) {
      throw conflict(sent.name(), e.present());
    } finally {
      list.forget();
    }
  }

  Response takeOffline(String name, Conditions conditions, Principal caller) throws Refusal {
    try {
      Optional<StoredRow> offline = store.takeOffline(name, expected(conditions, name));
      LOG.info("{} took the {} {} offline", caller.name(), kind.noun(), quoted(name));
      return written(offline.orElseThrow(() -> Refusal.noSuchRow(kind, name)));
    } catch (EditConflictException e) {
      throw conflict(name, e.present());
    } finally {
      list.forget();
    }
  }

  /** Says what {@link #save} would say about the row itself. */
  SentRow checked(Body body) throws Refusal {
    return checked(body, KEYS).sent();
  }

  /**
   * Says what {@link #save} would say, and how far a call would get; nothing is written or sent.
   */
  Response dryRun(Body body, Conditions conditions, Principal caller) throws Refusal {
    Checked<T> checked = checked(body, KEYS_OF_DRY_RUN);
    String name = checked.sent().name();
    Optional<StoredRow> present = store.find(name);
    if (expected(conditions, name) instanceof RowStore.Expected.Absent && present.isPresent()) {
      throw conflict(name, present);
    }
    ObjectNode json = Json.object().put("ok", true).put("dryRun", true).put("name", name);
    if (SentRow.isWrapped(body) && body.json().has("arguments")) {
      json.set("steps", trial().rehearse(checked.entry(), body, caller));
    }
    return Answer.json(200, json).build();
  }

  /**
   * A row as sent and what it would be.
   *
   * @param <T> what the rows become
   */
  private record Checked<T>(SentRow sent, T entry) {}

  private Checked<T> checked(Body body, List<String> keys) throws Refusal {
    SentRow sent = SentRow.isWrapped(body) ? wrapped(body, keys) : SentRow.bare(body);
    T entry = sent.parse(parser, kind);
    if (trial.tests(entry).mustPass()) {
      checkTests(sent, entry);
    }
    return new Checked<>(sent, entry);
  }

  private void checkTests(SentRow sent, T entry) throws Refusal {
    TestReport report;
    try {
      report = trial.test(entry, trial.tests(entry).all());
    } catch (InterruptedException e) {
      throw RowTrial.stopping();
    }
    if (!report.passed()) {
      throw Refusal.withProblems(
              "tests_failed",
              "The tests of the " + kind.noun() + " must pass and do not; nothing was written",
              sent.places(report.problems()))
          .with("tests", report.json().get("tests"));
    }
  }

  private SentRow wrapped(Body body, List<String> keys) throws Refusal {
    Problems problems = new Problems();
    body.checkKeys(keys, problems);
    JsonNode enabled = body.json().get("enabled");
    if (enabled != null && !enabled.isBoolean()) {
      problems.add("/enabled", "must be true or false");
    }
    JsonNode name = body.json().get("name");
    if (name != null && !name.isTextual()) {
      problems.add("/name", "must be a string");
    }
    SentRow sent = SentRow.wrapped(body, kind, problems);
    if (!problems.isEmpty()) {
      throw Refusal.withProblems(
          "invalid_request",
          "The body has mistakes; nothing was written",
          Places.describe(problems.list(), body.text(), ""));
    }
    return sent;
  }

  /**
   * Uses a row for somebody who is working on it: as stored, or as it would be if saved.
   *
   * @param named the row that the path names; null where the body does
   */
  ObjectNode tryOut(String named, Body body, Principal caller) throws Refusal {
    return trial().run(named, body, caller);
  }

  /**
   * Runs the tests in a row: as stored, or as it would be if saved.
   *
   * @param named the row that the path names; null where the body does
   */
  ObjectNode test(String named, Body body) throws Refusal {
    return trial().test(named, body);
  }

  private RowTrial<T> trial() {
    return new RowTrial<>(kind, this::stored, this::live, parser, trial);
  }

  /** Null where the row as stored does not serve. */
  private T live(String name) {
    CatalogueEntry<T> entry = entry(catalogue.current(), name);
    return entry != null && entry.state() == CatalogueEntry.State.LIVE ? entry.live() : null;
  }

  private StoredRow stored(String name) throws Refusal {
    return store.find(name).orElseThrow(() -> Refusal.noSuchRow(kind, name));
  }

  private CatalogueEntry<T> entry(Catalogue from, String name) {
    return section.apply(from).entries().get(name);
  }

  private ObjectNode view(StoredRow row) {
    return RowView.of(row, entry(catalogue.current(), row.name()), parser);
  }

  private RowStore.Expected expected(Conditions conditions, String name) throws Refusal {
    if (conditions.areNone()) {
      return new RowStore.Expected.Anything(); // without a question to the database
    }
    Optional<StoredRow> present = store.find(name);
    return conditions.expected(present).orElseThrow(() -> conflict(name, present));
  }

  private Refusal conflict(String name, Optional<StoredRow> present) {
    return Refusal.conflict(kind, name, present.map(this::view).orElse(null));
  }

  private static Response written(StoredRow row) {
    ObjectNode json = Json.object().put("ok", true).put("name", row.name());
    json.put("enabled", row.enabled()).put("tag", row.tag());
    return Answer.json(200, json).header(HttpHeaders.ETAG, Answer.entityTag(row.tag())).build();
  }

  /** A name typed into the database may hold a line break; the log must not. */
  private static String quoted(String name) {
    return Json.text(Json.NODES.textNode(name));
  }
}
