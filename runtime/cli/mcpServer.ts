// The MCP server: offers the four tools of runtime/tools through the protocol's own SDK, until its input ends. A
// failure in a tool is returned as the tool's result, so that the model can read it; only a malformed request is a
// protocol error.

import { basename, resolve } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  type Tool as ListedTool,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { visible } from '../contract/visible.ts'
import type { Tool } from '../tools/tool.ts'
import { callTool, TOOLS, toolNamed } from '../tools/tools.ts'
import { version } from '../version.ts'
import type { OpenOptions } from '../workspace/workspace.ts'
import { openOwnRuntime } from './ownRuntime.ts'
import { UsageError } from './usage.ts'

const INSTRUCTIONS =
  'Agent lifecycle hooks of this workspace. After editing a hook: hookbench_check, then hookbench_replay. Where a hook does not fire: hookbench_list, then hookbench_explain. Hooks run only when a person has trusted them; ask the person, never trust a hook yourself.'

/** Serves one client until it disconnects. */
export async function serveMcp(open: OpenOptions, input: Readable, output: Writable): Promise<void> {
  const runtime = await openOwnRuntime(open)
  const server = new Server(
    { name: 'hookbench', title: 'Hookbench', version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: TOOLS.map(listed) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }): Promise<CallToolResult> => {
    try {
      const { workspace, ...rest } = params.arguments ?? {}
      refuseOther(workspace, open.root)
      const { text, data } = await callTool(toolNamed(params.name), rest, runtime.asking(signal))
      return { content: [{ type: 'text', text }], structuredContent: { ...data } }
    } catch (error) {
      const text = visible(error instanceof Error ? error.message : String(error))
      return { isError: true, content: [{ type: 'text', text }] }
    }
  })
  let tooLong = false
  // The request is not known, so the error has no id. The library sends no response to input that it cannot read, and
  // closes the connection when a line exceeds its buffer.
  server.onerror = ({ name, message }) => {
    if (message.startsWith('ReadBuffer')) {
      tooLong = true
      output.write(refusal(INVALID_REQUEST, `${TOO_LONG}; the connection is closed`))
    } else if (name === 'SyntaxError') output.write(refusal(PARSE_ERROR, 'a line is not JSON and is ignored'))
    else if (name === 'ZodError')
      output.write(refusal(INVALID_REQUEST, 'a line is not a JSON-RPC message and is ignored'))
  }
  const gone = new Promise<void>((resolve) => {
    server.onclose = resolve
    for (const event of ['end', 'close', 'error']) input.once(event, () => resolve())
  })
  await server.connect(new StdioServerTransport(input, output, { maxBufferSize: MOST_BYTES }))
  await gone
  await server.close()
  await runtime.close()
  if (tooLong) throw new Error(TOO_LONG)
}

const MOST_BYTES = 10 * 1024 * 1024
const TOO_LONG = `a line of the client is longer than ${MOST_BYTES} bytes`
const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600

function refusal(code: number, message: string): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })}\n`
}

// Only one folder is served: the user's decisions about it, above all trust, do not apply to other folders that a model
// names.
function refuseOther(named: unknown, root: string): void {
  if (
    named === undefined ||
    named === '' ||
    named === basename(root) ||
    resolve(root, String(named)) === root
  )
    return
  throw new UsageError(
    `this server serves ${root} and no other folder; \`hookbench --workspace ${String(named)} mcp\` would.`,
  )
}

function listed({ name, title, description, input, output, runs }: Tool): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: plain(input),
    outputSchema: plain(output),
    // A hook is an arbitrary program, so running it may have any effect.
    annotations: {
      title,
      readOnlyHint: !runs,
      destructiveHint: runs,
      idempotentHint: !runs,
      openWorldHint: runs,
    },
  }
}

// The schema as JSON, without TypeBox's internal properties.
function plain(schema: object): ListedTool['inputSchema'] {
  return JSON.parse(JSON.stringify(schema)) as ListedTool['inputSchema']
}
