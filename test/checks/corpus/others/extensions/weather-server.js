#!/usr/bin/env node
// A tool server that a command line agent starts from its extension folder.
import { McpServer } from 'some-mcp/server.js'

const server = new McpServer({ name: 'weather', version: '0.1.0' })
server.registerTool('forecast', { description: 'Forecast' }, async ({ city }) => ({ content: [{ type: 'text', text: city }] }))
await server.connect(process.stdin)
