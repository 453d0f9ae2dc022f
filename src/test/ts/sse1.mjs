// The client of @modelcontextprotocol/sdk over HTTP+SSE, for servers of 2024-11-05.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { obey, toolsChanged } from './orders.mjs';

const url = process.argv[2];

const client = new Client(
  { name: 'my-agent', version: '1.0.0' },
  { listChanged: { tools: { onChanged: toolsChanged, debounceMs: 0 } } },
);
const transport = new SSEClientTransport(new URL(url));
await client.connect(transport);

await obey(client, transport, transport._protocolVersion);
