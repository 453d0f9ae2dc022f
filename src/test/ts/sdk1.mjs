// The client of @modelcontextprotocol/sdk: revisions up to 2025-11-25.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { obey, onForm, toolsChanged } from './orders.mjs';

const url = process.argv[2];

const client = new Client(
  { name: 'my-agent', version: '1.0.0' },
  {
    capabilities: { elicitation: {} },
    listChanged: { tools: { onChanged: toolsChanged, debounceMs: 0 } },
  },
);
client.setRequestHandler(ElicitRequestSchema, onForm);
const transport = new StreamableHTTPClientTransport(new URL(url));
await client.connect(transport);

const withProgress = (params, onprogress) => client.callTool(params, undefined, { onprogress });
await obey(client, transport, transport.protocolVersion, withProgress);
