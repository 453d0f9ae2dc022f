package dev.postern.client;

/** Version 1 of the official TypeScript SDK over HTTP+SSE, with the newest revision it knows. */
class TypeScriptSseIT extends TypeScriptContract implements SessionContract {

  TypeScriptSseIT() {
    super("ts-sse.", Way.sse("2025-11-25"), "sse1.mjs");
  }
}
