package dev.postern.policy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The operators' rules for hosts: {@code api.example.com rate=50/1s breaker=50% open=30s;
 * *.internal:8443 rate=10/1s; * breaker=60%}. The first rule that fits a host is its rule.
 */
public record HostRules(List<HostRule> rules) {
  public static final HostRules NONE = new HostRules(List.of());

  private static final Pattern RATE =
      Pattern.compile("rate=([1-9]\\d{0,8})/(\\d{1,9}(?:ms|[smh]))");
  private static final Pattern BREAKER = Pattern.compile("breaker=([1-9]\\d?|100)%");
  private static final Pattern OPEN = Pattern.compile("open=(\\d{1,9}(?:ms|[smh]))");
  private static final Pattern NAME =
      Pattern.compile("(?:\\*|(?:\\*\\.)?[a-z0-9._-]+|\\[[0-9a-f:.]+])(?::\\d{1,5})?");

  public HostRules {
    rules = List.copyOf(rules);
  }

  /** Never null. */
  public HostRule of(Host host) {
    for (HostRule rule : rules) {
      if (rule.concerns(host)) {
        return rule;
      }
    }
    return HostRule.NONE;
  }

  /**
   * @throws IllegalArgumentException saying what is wrong and how it is written
   */
  public static HostRules parse(String text) {
    List<HostRule> rules = new ArrayList<>();
    for (String part : text.split(";")) {
      if (!part.isBlank()) {
        rules.add(rule(part.strip()));
      }
    }
    return new HostRules(rules);
  }

  private static HostRule rule(String text) {
    String[] words = text.split("\\s+");
    String name = words[0].toLowerCase(Locale.ROOT);
    if (!NAME.matcher(name).matches()) {
      throw wrong(words[0], "is no host");
    }
    HostRule rule = new HostRule(name, 0, HostRule.NONE.period(), 0, HostRule.OPEN);
    for (int i = 1; i < words.length; i++) {
      rule = with(rule, words[i]);
    }
    if (!rule.limitsRate() && !rule.breaksCircuit()) {
      throw wrong(text, "limits nothing");
    }
    return rule;
  }

  private static HostRule with(HostRule rule, String word) {
    Matcher rate = RATE.matcher(word);
    if (rate.matches()) {
      int calls = Integer.parseInt(rate.group(1));
      Duration period = time(rate.group(2), word);
      return new HostRule(rule.pattern(), calls, period, rule.failurePercent(), rule.open());
    }
    Matcher breaker = BREAKER.matcher(word);
    if (breaker.matches()) {
      int percent = Integer.parseInt(breaker.group(1));
      return new HostRule(rule.pattern(), rule.calls(), rule.period(), percent, rule.open());
    }
    Matcher open = OPEN.matcher(word);
    if (open.matches()) {
      Duration time = time(open.group(1), word);
      return new HostRule(rule.pattern(), rule.calls(), rule.period(), rule.failurePercent(), time);
    }
    throw wrong(word, "is no rule");
  }

  private static Duration time(String text, String word) {
    int unit = text.endsWith("ms") ? text.length() - 2 : text.length() - 1;
    long amount = Long.parseLong(text.substring(0, unit));
    if (amount == 0) {
      throw wrong(word, "has no time");
    }
    return switch (text.substring(unit)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      default -> Duration.ofHours(amount);
    };
  }

  private static IllegalArgumentException wrong(String part, String why) {
    return new IllegalArgumentException(
        "\""
            + part
            + "\" "
            + why
            + "; write for instance"
            + " \"api.example.com rate=50/1s breaker=50% open=30s; *.internal:8443 rate=10/1s\"");
  }
}
