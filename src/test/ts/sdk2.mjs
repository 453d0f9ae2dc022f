// The client of @modelcontextprotocol/client. In automatic mode it asks for revision 2026-07-28
// first, and goes back to "initialize" where a server does not know it.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { obey, onForm, toolsChanged } from './orders.mjs';

const url = process.argv[2];
const mode = JSON.parse(process.argv[3]);

const client = new Client(
  { name: 'my-agent', version: '1.0.0' },
  {
    versionNegotiation: { mode },
    capabilities: { elicitation: {} },
    listChanged: { tools: { onChanged: toolsChanged, debounceMs: 0 } },
  },
);
client.setRequestHandler('elicitation/create', onForm);
const transport = new StreamableHTTPClientTransport(new URL(url));
await client.connect(transport);

const withProgress = (params, onprogress) => client.callTool(params, { onprogress });
await obey(client, transport, client.getNegotiatedProtocolVersion(), withProgress);
