package dev.postern.transport;

import dev.postern.protocol.stateful.Handshake;
import dev.postern.protocol.stateful.StatefulEra;
import dev.postern.protocol.stateless.StatelessEra;
import dev.postern.protocol.stateless.StatelessRevision;

/**
 * What a {@link Connection} can be used for: sessions of any revision that has them, and requests
 * of the one that has none.
 */
public record Eras(
    Handshake handshake,
    StatefulEra stateful,
    StatelessEra stateless,
    StatelessRevision statelessRevision) {}
