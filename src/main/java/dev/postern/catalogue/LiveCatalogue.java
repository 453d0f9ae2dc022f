package dev.postern.catalogue;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * The one reference to the catalogue that changes. Readers take {@link #current} without a lock;
 * {@link #publish} is called by the refresher alone. Listeners are told by any thread.
 */
public final class LiveCatalogue {
  private final List<Consumer<CatalogueDiff>> listeners = new CopyOnWriteArrayList<>();
  private volatile Catalogue current = Catalogue.EMPTY;

  public Catalogue current() {
    return current;
  }

  /** Swaps the catalogue, then tells the listeners; they must not block. */
  public void publish(Catalogue next) {
    CatalogueDiff diff = CatalogueDiff.between(current, next);
    current = next;
    tell(diff);
  }

  /** Tells the listeners that a resource reads differently though its row is the same. */
  public void contentChanged(String uri) {
    tell(CatalogueDiff.ofContent(uri));
  }

  private void tell(CatalogueDiff diff) {
    for (Consumer<CatalogueDiff> listener : listeners) {
      listener.accept(diff);
    }
  }

  public void onChange(Consumer<CatalogueDiff> listener) {
    listeners.add(listener);
  }
}
