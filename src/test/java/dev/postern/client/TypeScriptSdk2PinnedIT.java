package dev.postern.client;

/** Version 2 of the official TypeScript SDK, told to speak 2026-07-28 and nothing else. */
class TypeScriptSdk2PinnedIT extends TypeScriptContract {

  TypeScriptSdk2PinnedIT() {
    super("ts-sdk2-pinned.", Way.STATELESS, "sdk2.mjs", "{\"pin\":\"2026-07-28\"}");
  }
}
