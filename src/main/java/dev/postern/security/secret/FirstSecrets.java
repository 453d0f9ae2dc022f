package dev.postern.security.secret;

import dev.postern.security.Secrets;
import java.util.List;
import java.util.Optional;

/** Asks several places in order; the first that knows a key decides. */
public final class FirstSecrets implements Secrets {
  private final List<Secrets> places;

  public FirstSecrets(List<Secrets> places) {
    this.places = List.copyOf(places);
  }

  @Override
  public Optional<String> find(String key) {
    for (Secrets place : places) {
      Optional<String> value = place.find(key);
      if (value.isPresent()) {
        return value;
      }
    }
    return Optional.empty();
  }
}
