package dev.postern.client;

/** The official TypeScript SDK, version 1: {@code @modelcontextprotocol/sdk}. */
class TypeScriptSdkIT extends TypeScriptContract implements SessionContract {

  TypeScriptSdkIT() {
    super("ts-sdk.", Way.STREAMABLE, "sdk1.mjs");
  }
}
