package dev.postern.invoker.auth;

import dev.postern.invoker.Redaction;
import dev.postern.upstream.UpstreamException;
import dev.postern.upstream.UpstreamRequest;
import java.util.ArrayList;
import java.util.List;

/** Credentials that are the same for every request until one of their secrets changes. */
final class FixedCredentials implements Credentials {

  /** Makes them of the texts. */
  @FunctionalInterface
  interface Form {
    Addition of(List<String> texts);
  }

  private final List<SecretText> texts;
  private final Form form;

  /** Replaced as a whole; that two threads make the same does no harm. */
  private volatile Made made;

  FixedCredentials(List<SecretText> texts, Form form) {
    this.texts = List.copyOf(texts);
    this.form = form;
  }

  @Override
  public UpstreamRequest on(UpstreamRequest request) throws UpstreamException {
    List<String> now = new ArrayList<>(texts.size());
    for (SecretText text : texts) {
      now.add(text.now());
    }
    Made last = made;
    if (last == null || !last.texts().equals(now)) {
      last = make(now, last);
      made = last;
    }
    return last.addition().on(request);
  }

  /** Answers to requests that were sent before the change may still come. */
  private Made make(List<String> now, Made before) {
    Addition addition = form.of(now);
    List<String> secrets = new ArrayList<>();
    for (int i = 0; i < now.size(); i++) {
      if (texts.get(i).isSecret()) {
        secrets.add(now.get(i));
      }
    }
    secrets.add(addition.value());
    List<String> all = new ArrayList<>(secrets);
    if (before != null) {
      all.addAll(before.secrets());
    }
    return new Made(now, addition, secrets, Redaction.of(all));
  }

  @Override
  public Redaction redaction() {
    Made last = made;
    return last == null ? null : last.redaction();
  }

  private record Made(
      List<String> texts, Addition addition, List<String> secrets, Redaction redaction) {}
}
