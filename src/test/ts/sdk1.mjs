// The client of @modelcontextprotocol/sdk: revisions up to 2025-11-25.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { obey, toolsChanged } from './orders.mjs';

const url = process.argv[2];

const client = new Client(
  { name: 'my-agent', version: '1.0.0' },
  { listChanged: { tools: { onChanged: toolsChanged, debounceMs: 0 } } },
);
const transport = new StreamableHTTPClientTransport(new URL(url));
await client.connect(transport);

await obey(client, transport, transport.protocolVersion);
