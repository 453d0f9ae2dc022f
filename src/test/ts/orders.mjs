// Lets a Java test use a client: one JSON line in per order, one JSON line out per outcome.
//   in:   {"id": 1, "method": "callTool", "params": [{"name": "hello"}]}
//   out:  {"id": 1, "result": ...}  or  {"id": 1, "error": {"type", "code", "message"}}
//   out:  {"event": "connected", ...}  and  {"event": "toolsChanged", "tools": [...]}
//   out:  {"event": "question", ...}   and  {"event": "progress", ...}
import { createInterface } from 'node:readline';

const tell = message => process.stdout.write(JSON.stringify(message) + '\n');

export const toolsChanged = (error, tools) =>
  tell({ event: 'toolsChanged', error: error?.message, tools });

/** A person who fills in any form. */
export const onForm = async request => {
  tell({ event: 'question', question: request.params });
  return { action: 'accept', content: { name: 'Ada' } };
};

const onProgress = progress => tell({ event: 'progress', progress });

// Whatever is asked over HTTP from here on, and how it was answered.
const exchanges = [];
let address; // the last one that was posted to
const { fetch } = globalThis;
globalThis.fetch = async (url, init) => {
  const response = await fetch(url, init);
  address = init?.body ? new URL(url) : address;
  const asked = init?.body ? JSON.parse(init.body).method : init?.method;
  exchanges.push([asked, response.status]);
  return response;
};

/** Carries out orders until there are no more. */
export async function obey(client, transport, protocolVersion, withProgress) {
  const orders = {
    callWithProgress: params => withProgress(params, onProgress),
    close: async () => {
      await transport.terminateSession?.();
      await client.close();
    },
  };
  tell({
    event: 'connected',
    session: transport.sessionId ?? address.searchParams.get('sessionId'),
    protocolVersion,
    server: client.getServerVersion(),
    exchanges,
  });
  const carryOut = async ({ id, method, params }) => {
    try {
      const result = await (orders[method] ?? client[method].bind(client))(...params);
      tell({ id, result: result ?? null });
    } catch (e) {
      tell({ id, error: { type: e.constructor.name, code: e.code ?? 0, message: e.message } });
    }
  };
  for await (const line of createInterface({ input: process.stdin })) {
    carryOut(JSON.parse(line)); // not awaited: orders may run at the same time
  }
  process.exit(0); // an open stream to the server would keep the process
}
