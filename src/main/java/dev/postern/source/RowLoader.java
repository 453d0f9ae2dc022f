package dev.postern.source;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.postern.catalogue.BadConfigException;
import dev.postern.catalogue.CatalogueEntry;
import dev.postern.catalogue.ConfigParser;
import dev.postern.catalogue.Problem;
import dev.postern.catalogue.Section;
import dev.postern.message.Json;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns the rows of one kind into its next section. Parses only what changed since the last time,
 * many rows by several threads; a faulty row keeps what it had. Used by the refresher's thread
 * alone.
 *
 * @param <T> what the rows become
 */
final class RowLoader<T> {
  private static final Logger LOG = LoggerFactory.getLogger(RowLoader.class);

  /** A botched import may spoil thousands of rows; the console shows them all. */
  private static final int MOST_FAULTS_LOGGED = 20;

  private final Kind kind;
  private final ConfigParser<T> parser;
  private Map<Long, Loaded<T>> loaded = Map.of();
  private int faultsLogged;

  RowLoader(Kind kind, ConfigParser<T> parser) {
    this.kind = kind;
    this.parser = parser;
  }

  Section<T> load(List<Row> rows) {
    faultsLogged = 0;
    Map<Long, Loaded<T>> next = new HashMap<>(rows.size() * 2);
    Map<String, CatalogueEntry<T>> entries = new TreeMap<>();
    Map<Long, Loaded<T>> before = before(rows);
    Map<Long, Parsed<T>> fresh = parseFresh(rows, before);
    Map<String, String> owners = new HashMap<>();
    for (Row row : rows) {
      Loaded<T> now = load(row, before.get(row.id()), fresh.get(row.id()));
      next.put(row.id(), now);
      if (entries.putIfAbsent(row.name(), unlessTaken(now.entry(), owners)) != null) {
        LOG.warn(
            "Two rows are named \"{}\"; row {} is left out. Give {}.name a UNIQUE key",
            row.name(),
            row.id(),
            kind.table());
      }
    }
    loaded = next;
    return new Section<>(entries.values());
  }

  /** Of two rows with one URI the older serves. */
  private CatalogueEntry<T> unlessTaken(CatalogueEntry<T> entry, Map<String, String> owners) {
    boolean serves = entry.enabled() && entry.live() != null;
    String claim = serves ? parser.claim(entry.live()) : null;
    String owner = claim == null ? null : owners.putIfAbsent(claim, entry.name());
    if (owner == null) {
      return entry;
    }
    String message = "does not serve: \"" + owner + "\" has the URI " + claim + " already";
    return new CatalogueEntry<>(entry.name(), true, null, List.of(new Problem("", message)));
  }

  /** What each row was the last time, by the ids of today. */
  private Map<Long, Loaded<T>> before(List<Row> rows) {
    Map<String, Loaded<T>> replaced = replacedBy(rows);
    Map<Long, Loaded<T>> before = new HashMap<>(rows.size() * 2);
    for (Row row : rows) {
      Loaded<T> same = loaded.get(row.id());
      before.put(row.id(), same == null ? replaced.get(row.name()) : same);
    }
    return before;
  }

  /** Those that are not as they were, by their ids. */
  private Map<Long, Parsed<T>> parseFresh(List<Row> rows, Map<Long, Loaded<T>> before) {
    List<Row> fresh =
        rows.stream()
            .filter(
                row -> {
                  Loaded<T> was = before.get(row.id());
                  return was == null || !was.stillHolds(row);
                })
            .toList();
    List<Parsed<T>> parsed = ManyHands.map(fresh, this::parsed);
    Map<Long, Parsed<T>> byId = new HashMap<>(fresh.size() * 2);
    for (int i = 0; i < fresh.size(); i++) {
      byId.put(fresh.get(i).id(), parsed.get(i));
    }
    return byId;
  }

  /** Rows that vanished, by name: REPLACE deletes a row and inserts it under a new id. */
  private Map<String, Loaded<T>> replacedBy(Collection<Row> rows) {
    Set<Long> present = rows.stream().map(Row::id).collect(Collectors.toSet());
    Map<String, Loaded<T>> vanished = new HashMap<>();
    loaded.forEach(
        (id, was) -> {
          if (!present.contains(id)) {
            vanished.put(was.row().name(), was);
          }
        });
    return vanished;
  }

  /**
   * @param fresh null where the row is as it was before
   */
  private Loaded<T> load(Row row, Loaded<T> before, Parsed<T> fresh) {
    if (fresh == null) {
      CatalogueEntry<T> was = before.entry();
      return was.enabled() == row.enabled()
          ? before
          : new Loaded<>(
              row,
              new CatalogueEntry<>(row.name(), row.enabled(), was.live(), was.problems()),
              before.state());
    }
    T lastGood = before == null ? null : before.entry().live();
    CatalogueEntry<T> entry =
        fresh.problems().isEmpty()
            ? entry(row, fresh.good(), List.of())
            : faulty(row, lastGood, fresh.problems(), fresh.unexpected());
    return new Loaded<>(row, entry, fresh.state());
  }

  /** Called by several threads at a time; parsers are used by the console's too. */
  private Parsed<T> parsed(Row row) {
    try {
      return new Parsed<>(parse(row), List.of(), State.SETTLED, null);
    } catch (BadConfigException e) {
      return new Parsed<>(null, e.problems(), e.mayPass() ? State.WAITING : State.SETTLED, null);
    } catch (Throwable e) { // even a StackOverflowError costs its own row only
      List<Problem> problems = List.of(new Problem("", "cannot be loaded: " + e));
      return new Parsed<>(null, problems, State.OPEN, e);
    }
  }

  /**
   * Looks again at the rows whose faults may pass, such as a secret that was missing.
   *
   * @return whether some are good now; the next {@link #load} loads these anew
   */
  boolean someHaveHealed() {
    Map<Long, Loaded<T>> next = new HashMap<>(loaded);
    for (Loaded<T> one : loaded.values()) {
      if (one.state() == State.WAITING && isGood(one.row())) {
        next.put(one.row().id(), new Loaded<>(one.row(), one.entry(), State.OPEN));
        loaded = next;
      }
    }
    return loaded == next;
  }

  private boolean isGood(Row row) {
    try {
      parse(row);
      return true;
    } catch (BadConfigException | RuntimeException e) {
      return false; // whoever loads it says why
    }
  }

  /**
   * The column's name counts, so that {@code UPDATE mcp_tool SET name = …} renames a row whose JSON
   * still repeats the old one.
   */
  private T parse(Row row) throws BadConfigException {
    JsonNode document;
    try {
      document = Json.parse(row.configJson());
    } catch (JsonProcessingException e) {
      return parser.parse(row.name(), row.configJson()); // says at which line
    }
    if (document instanceof ObjectNode json && json.path("name").isTextual()) {
      json.remove("name");
    }
    return parser.parse(row.name(), document);
  }

  private CatalogueEntry<T> faulty(
      Row row, T lastGood, List<Problem> problems, Throwable unexpected) {
    if (++faultsLogged <= MOST_FAULTS_LOGGED) {
      LOG.warn(
          "The {} \"{}\" (row {}) is faulty; {}: {}",
          kind.noun(),
          row.name(),
          row.id(),
          lastGood == null ? "nothing serves" : "its last good version stays live",
          problems,
          unexpected);
    } else if (faultsLogged == MOST_FAULTS_LOGGED + 1) {
      LOG.warn("More {} are faulty; the console shows all of them", kind.plural());
    }
    T serving = lastGood == null ? null : parser.renamed(lastGood, row.name());
    return entry(row, serving, problems);
  }

  private CatalogueEntry<T> entry(Row row, T serving, List<Problem> problems) {
    return new CatalogueEntry<>(row.name(), row.enabled(), serving, problems);
  }

  /** Whether parsing the same text again would yield the same. */
  private enum State {
    SETTLED,
    /** Not where a secret comes to be defined, so it is looked at again. */
    WAITING,
    /** Not where memory ran out, for instance. */
    OPEN
  }

  /**
   * @param good null where there are problems
   * @param unexpected null where the row's text explains the problems
   */
  private record Parsed<T>(T good, List<Problem> problems, State state, Throwable unexpected) {}

  private record Loaded<T>(Row row, CatalogueEntry<T> entry, State state) {
    boolean stillHolds(Row present) {
      return state != State.OPEN
          && row.name().equals(present.name())
          && row.configJson().equals(present.configJson());
    }
  }
}
