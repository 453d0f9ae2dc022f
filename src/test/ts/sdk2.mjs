// The client of @modelcontextprotocol/client: asks for revision 2026-07-28 first, and goes back to
// "initialize" where a server does not know it.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { obey, toolsChanged } from './orders.mjs';

const url = process.argv[2];

const client = new Client(
  { name: 'my-agent', version: '1.0.0' },
  {
    versionNegotiation: { mode: 'auto' },
    listChanged: { tools: { onChanged: toolsChanged, debounceMs: 0 } },
  },
);
const transport = new StreamableHTTPClientTransport(new URL(url));
await client.connect(transport);

await obey(client, transport, client.getNegotiatedProtocolVersion());
