package dev.postern.client;

/** The official TypeScript SDK, version 1: {@code @modelcontextprotocol/sdk}. */
class TypeScriptSdkIT extends TypeScriptContract {

  TypeScriptSdkIT() {
    super("ts-sdk.", "sdk1.mjs");
  }
}
