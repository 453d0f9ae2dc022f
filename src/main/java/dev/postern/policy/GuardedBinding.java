package dev.postern.policy;

import dev.postern.catalogue.Binding;

/** A binding with something in front of it. */
public abstract class GuardedBinding implements Binding {
  protected final Binding inner;

  protected GuardedBinding(Binding inner) {
    this.inner = inner;
  }

  @Override
  public final boolean leavesRest() {
    return inner.leavesRest();
  }

  @Override
  public final boolean letsClientGo() {
    return inner.letsClientGo();
  }
}
