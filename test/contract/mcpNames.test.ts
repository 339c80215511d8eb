// Tools of MCP servers: their names at each host, which names can be translated for another host, and patterns for them
// in matchers.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { convertMatcher } from '../../runtime/contract/convert/matchers.ts'
import type { WritableHost } from '../../runtime/contract/convert/places.ts'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import { mcpWords, readMcpName, readMcpPattern, writeMcpName } from '../../runtime/contract/hosts/mcpNames.ts'

const known: Readonly<Record<string, Dialect>> = dialects
const namingOf = (id: string) => {
  const { mcp } = known[id] as Dialect
  assert.ok(mcp !== undefined, id)
  return mcp
}

/** Host, server, tool, and the host's name for it. */
const NAMES: readonly (readonly [string, string, string, string | undefined])[] = [
  ['claude-code', 'demo', 'ping', 'mcp__demo__ping'],
  ['codex', 'demo', 'ping', 'mcp__demo__ping'],
  ['gemini', 'demo', 'ping', 'mcp_demo_ping'],
  ['vscode', 'demo', 'ping', 'mcp_demo_ping'],
  ['copilot', 'demo', 'ping', 'demo-ping'],
  ['cursor', 'demo', 'ping', 'MCP:ping'],
  ['claude-code', 'my_server', 'get_all', 'mcp__my_server__get_all'],
  ['claude-code', 'my server', 'ping', undefined],
  ['claude-code', 'plugin_x_y', 'ping', undefined],
  ['codex', 'a__b', 'ping', undefined],
  ['vscode', 'averylongservername', 'ping', undefined],
  ['vscode', 'Demo', 'ping', undefined],
  ['gemini', 'demo', 'p'.repeat(54), `mcp_demo_${'p'.repeat(54)}`],
  ['gemini', 'demo', 'p'.repeat(55), undefined],
  ['cursor', 'demo', 'get all', undefined],
]

test('a host has one name for a tool, or it is not known', () => {
  for (const [host, server, tool, name] of NAMES) {
    assert.equal(writeMcpName(namingOf(host), { server, tool }), name, `${host} ${server} ${tool}`)
    if (name === undefined) continue
    const read = readMcpName(namingOf(host), name)
    const isSame = (one: { readonly server?: string | undefined; readonly tool: string }) =>
      one.tool === tool && (one.server === server || namingOf(host).joins === undefined)
    assert.ok(read.some(isSame), `${host} ${name}`)
  }
})

/** Host, name, payload, and the tools that the name may stand for: `server tool`. */
const READ: readonly (readonly [string, string, unknown, readonly string[]])[] = [
  ['claude-code', 'mcp__demo__ping', undefined, ['demo ping']],
  ['claude-code', 'mcp__demo__ping__all', undefined, ['demo ping__all']],
  ['claude-code', 'mcp__plugin_x_y__ping', undefined, []],
  ['claude-code', 'Bash', undefined, []],
  ['gemini', 'mcp_my_server_ping', undefined, ['my server_ping', 'my_server ping']],
  ['gemini', 'mcp_a_b', { mcp_context: { server_name: 'A', tool_name: 'b' } }, ['A b']],
  ['vscode', 'mcp_demo_ping', undefined, ['demo ping']],
  ['copilot', 'my-demo-ping', undefined, ['my demo-ping', 'my-demo ping']],
  ['copilot', 'bash', undefined, []],
  ['cursor', 'MCP:ping', undefined, ['? ping']],
  ['cursor', 'Shell', undefined, []],
]

test('a name is read as what it may stand for', () => {
  for (const [host, name, payload, tools] of READ) {
    const read = readMcpName(namingOf(host), name, payload)
    assert.deepEqual(
      read.map(({ server = '?', tool }) => `${server} ${tool}`),
      tools,
      `${host} ${name}`,
    )
  }
})

test('what a host offers in matchers is read as a pattern again', () => {
  for (const host of ['claude-code', 'codex', 'gemini', 'copilot', 'cursor'])
    for (const { name } of mcpWords(namingOf(host)))
      assert.ok(readMcpPattern(namingOf(host), name).length > 0, `${host} ${name}`)
})

const EVENT: Readonly<Record<string, string>> = {
  'claude-code': 'PreToolUse',
  codex: 'PreToolUse',
  gemini: 'BeforeTool',
  copilot: 'preToolUse',
  cursor: 'preToolUse',
}

/** From, matcher, to, the matcher there, and the note about a loss. */
const MATCHERS: readonly (readonly [string, string, string, string | undefined, RegExp?])[] = [
  ['claude-code', 'mcp__.*', 'gemini', '^(mcp_.*)$'],
  ['claude-code', 'mcp__.*', 'copilot', '.+-.+'],
  ['claude-code', 'mcp__.*', 'cursor', 'MCP:.*'],
  ['claude-code', 'mcp__.*', 'codex', 'mcp__.*'],
  ['claude-code', 'Edit', 'codex', 'Edit', /^In Codex, "apply_patch" also matches Write/],
  ['claude-code', 'Edit|Write', 'codex', 'Edit|Write'],
  ['claude-code', 'Edit|Write', 'cursor', 'Write'],
  ['claude-code', 'Edit|Read', 'cursor', 'Write|Read', /also matches Write/],
  ['claude-code', 'mcp__demo__.*', 'gemini', 'mcp_demo_.*'],
  ['claude-code', 'mcp__demo__.*', 'copilot', 'demo-.*'],
  ['claude-code', 'mcp__demo__.*', 'cursor', undefined, /no tool for the matcher/],
  ['claude-code', 'mcp__demo__*', 'copilot', 'demo-.*'],
  ['claude-code', 'mcp__demo__ping', 'gemini', '^(mcp_demo_ping)$'],
  ['claude-code', 'mcp__demo__ping', 'copilot', 'demo-ping'],
  ['claude-code', 'mcp__demo__ping', 'cursor', '^(MCP:ping)$', /omits the server/],
  ['claude-code', 'Bash|mcp__demo__ping', 'copilot', 'bash|demo-ping'],
  ['claude-code', 'Bash|mcp__demo__.*', 'cursor', 'Shell', /no tool for "mcp__demo__\.\*"/],
  ['gemini', 'mcp_demo_.*', 'codex', 'mcp__demo__.*'],
  ['gemini', 'mcp_my_server_ping', 'codex', undefined, /no tool for the matcher/],
  ['gemini', 'mcp_.*', 'claude-code', 'mcp__.*', /also matches .*"read_mcp_resource"/],
  ['copilot', 'demo-.*', 'claude-code', 'mcp__demo__.*'],
  ['copilot', 'demo-ping', 'gemini', '^(mcp_demo_ping)$'],
  ['copilot', 'my-demo-.*', 'claude-code', 'mcp__my-demo__.*'],
  ['cursor', 'MCP:', 'gemini', '^(mcp_.*)$'],
  ['cursor', 'MCP:ping', 'copilot', undefined, /no tool for the matcher/],
  ['cursor', '^(MCP:ping)$', 'claude-code', '^(mcp__.*__ping)$'],
]

test('a matcher of tools becomes that of the other host', () => {
  for (const [from, matcher, to, text, loss] of MATCHERS) {
    const at = (id: string) => ({ dialect: known[id] as WritableHost, event: EVENT[id] as string })
    const { texts, notes } = convertMatcher(matcher, at(from), at(to))
    const lost = notes.filter(({ kind }) => kind === 'lost').map(({ message }) => message)
    assert.deepEqual(texts, text === undefined ? [] : [text], `${from} ${matcher} → ${to}: ${lost.join(' ')}`)
    if (loss === undefined) assert.deepEqual(lost, [], `${from} ${matcher} → ${to}`)
    else assert.match(lost.join(' '), loss)
  }
})
