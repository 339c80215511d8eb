// An MCP server over stdio with one tool, `ping`, that answers "pong: <text>". For situations with an MCP tool.

import { createInterface } from 'node:readline'

const TOOL = {
  name: 'ping',
  description: 'Answers.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
}

const ANSWERS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'demo', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools: [TOOL] }),
  'tools/call': ({ arguments: input }) => ({ content: [{ type: 'text', text: `pong: ${input?.text}` }] }),
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) continue
  const result = ANSWERS[method]?.(params ?? {}) ?? {}
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`)
}
