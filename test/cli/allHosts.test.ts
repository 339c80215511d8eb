// `run --all`: one payload translated for every agent, and judged by each with the hooks it has here.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Dialect } from '../../runtime/contract/dialect.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import type { EventRecord } from '../../runtime/contract/eventRecord.ts'
import { put } from '../../runtime/contract/json.ts'
import { eventsThere, translate } from '../../runtime/contract/translate/translate.ts'
import { mismatchText } from '../../runtime/contract/validate.ts'
import { openCli } from '../support/cli.ts'
import { writeTree } from '../support/tree.ts'

const cli = openCli()
after(cli.close)
const refusing = '{"type":"command","command":"grep -q \'rm -rf\' && { echo no >&2; exit 2; }; exit 0"}'
const tree = writeTree(`
  //- /home/
  //- /ws/.codex/hooks.json
  {"hooks":{"PreToolUse":[{"hooks":[${refusing}]}]}}
  //- /ws/rm.json
  {"session_id":"s","transcript_path":"/t","cwd":"/ws","permission_mode":"default","hook_event_name":"PreToolUse",
   "tool_name":"Bash","tool_input":{"command":"rm -rf /"},"tool_use_id":"t1"}
`)
after(tree.remove)
const run = (...args: readonly string[]) =>
  cli.run(['--workspace', tree.at('/ws'), '--home', tree.at('/home'), '--trust-workspace', 'run', ...args])

// Every agent matches the tools of one server, and Cursor every event of a call.
const grouped = (event: string, matcher: string, command: string) =>
  JSON.stringify({ hooks: { [event]: [{ matcher, hooks: [{ type: 'command', command }] }] } })
const served = writeTree(`
  //- /home/
  //- /ws/.claude/settings.json
  ${grouped('PreToolUse', 'mcp__demo__ping', 'exit 2')}
  //- /ws/.gemini/settings.json
  ${grouped('BeforeTool', 'mcp_demo_.*', 'echo no >&2; exit 2')}
  //- /ws/.github/hooks/guard.json
  {"version":1,"hooks":{"PreToolUse":[{"type":"command","command":"exit 2","matcher":"demo-ping"}]}}
  //- /ws/.cursor/hooks.json
  {"version":1,"hooks":{"preToolUse":[{"command":"exit 2","matcher":"MCP:ping"},{"command":"true","matcher":"Read"}],
   "beforeMCPExecution":[{"command":"exit 2"}],"beforeShellExecution":[{"command":"exit 2","matcher":"rm -rf"}]}}
  //- /ws/mcp.json
  {"session_id":"s","transcript_path":"/t","cwd":"/ws","permission_mode":"default","hook_event_name":"PreToolUse",
   "tool_name":"mcp__demo__ping","tool_input":{},"tool_use_id":"t1"}
  //- /ws/rm.json
  {"session_id":"s","transcript_path":"/t","cwd":"/ws","permission_mode":"default","hook_event_name":"PreToolUse",
   "tool_name":"Bash","tool_input":{"command":"rm -rf /"},"tool_use_id":"t1"}
  //- /ws/frob.json
  {"session_id":"s","transcript_path":"/t","cwd":"/ws","permission_mode":"default","hook_event_name":"PreToolUse",
   "tool_name":"Frob","tool_input":{"pattern":"x"},"tool_use_id":"t1"}
  //- /ws/pascal.json
  {"session_id":"s","timestamp":"2026-11-20T00:00:00Z","cwd":"/ws","hook_event_name":"PreToolUse",
   "tool_name":"demo-ping","tool_input":{}}
`)
after(served.remove)
const runServed = (payload: string, ...args: readonly string[]) =>
  cli.run([
    ...['--workspace', served.at('/ws'), '--home', served.at('/home'), '--trust-workspace'],
    ...['run', 'PreToolUse', '--all', '--payload', served.at(`/ws/${payload}.json`), ...args],
  ])

const all = Object.values<Dialect>(dialects)
const hosts = all.filter(({ host }) => host !== undefined)

test('every host has its row, and says what it cannot do', async () => {
  const payload = ['--payload', tree.at('/ws/rm.json'), '--dialect', 'claude-code']
  const { stdout, code } = await run('PreToolUse', '--all', ...payload)
  assert.equal(code, 0)
  for (const { title } of hosts) assert.match(stdout, new RegExp(`^${title} `, 'm'))
  assert.match(
    stdout,
    /^Codex +PreToolUse +the tool does not run; the session goes on +"Command blocked by /m,
  )
  assert.match(stdout, /^Claude Code +PreToolUse +the tool runs; the session goes on +nothing new$/m)
  assert.match(stdout, /^Claude Code: no entry of its configuration here is for this event$/m)
  const rows = JSON.parse((await run('PreToolUse', '--all', ...payload, '--json')).stdout)
  assert.deepEqual(
    rows.map(({ dialect }: { readonly dialect: string }) => dialect),
    hosts.map(({ id }) => id),
  )
})

test('an event that a host does not have is reported, and not replaced by another', async () => {
  const { stdout } = await run('SessionEnd', '--all', '--dialect', 'claude-code')
  assert.match(stdout, /^VS Code has no event for session\.end$/m)
})

test('the tool of a server is that of every agent, by its own name', async () => {
  const { stdout, code } = await runServed('mcp')
  assert.equal(code, 0)
  for (const start of ['Claude Code  PreToolUse ', 'Copilot CLI  PreToolUse ', 'Gemini CLI   BeforeTool '])
    assert.match(stdout, new RegExp(`^${start} +the tool does not run`, 'm'))
  assert.match(stdout, /^Cursor +preToolUse +the tool does not run/m)
  assert.match(stdout, /^Cursor +beforeMCPExecution +does not occur$/m)
  assert.match(
    stdout,
    /^Cursor, beforeMCPExecution: beforeMCPExecution does not occur: preToolUse ends the call before$/m,
  )
})

test('every event of a call that hooks wait for is judged, and the reason why a hook does not run is printed', async () => {
  const { stdout } = await runServed('rm', '--dialect', 'claude-code')
  assert.match(stdout, /^Cursor +preToolUse +the tool runs/m)
  assert.match(stdout, /^Cursor +beforeShellExecution +the tool does not run/m)
  assert.match(
    stdout,
    /^Cursor, preToolUse: .+ does not run: the matcher "MCP:ping" does not match "Shell"$/m,
  )
  assert.match(stdout, /^Claude Code: .+ does not run: the matcher "mcp__demo__ping" does not match "Bash"$/m)
  assert.doesNotMatch(
    stdout,
    /Copilot CLI: not in the payload, so taken from the example/,
    'nothing ran that was told it',
  )
})

test('where no exact name is known, there is no verdict', async () => {
  const { stdout, code } = await runServed('frob', '--dialect', 'claude-code')
  assert.equal(code, 1)
  assert.match(stdout, /^Gemini CLI +BeforeTool +not known$/m)
  assert.match(stdout, /^Gemini CLI: it is unknown what Gemini CLI calls "Frob"$/m)
  assert.match(stdout, /^Codex +PreToolUse +nothing runs$/m, 'nobody waits for it there')
})

test('a hook that is not trusted is named, with the command that trusts it', async () => {
  const where = ['--workspace', tree.at('/ws'), '--home', tree.at('/home')]
  const { stdout } = await cli.run([...where, 'run', 'PreToolUse', '--all', '--dialect', 'claude-code'])
  assert.match(
    stdout,
    /^Codex: what grep .+ answers is not known: not trusted yet; run `hookbench trust 'codex:.+'`$/m,
  )
})

test('what is switched off and what fails is listed', async () => {
  const off = writeTree(`
    //- /home/
    //- /ws/.claude/settings.json
    {"disableAllHooks":true,"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"exit 2"}]}]}}
    //- /ws/.cursor/hooks.json
    {"version":1,"hooks":{"preToolUse":[{"command":"exit 3"}]}}
  `)
  const where = ['--workspace', off.at('/ws'), '--home', off.at('/home'), '--trust-workspace']
  const { stdout } = await cli.run([...where, 'run', 'PreToolUse', '--all', '--dialect', 'claude-code'])
  off.remove()
  assert.match(stdout, /^Claude Code: exit 2 does not run: Switched off by "disableAllHooks" in .+\.$/m)
  assert.match(stdout, /^Cursor: exit 3 fails: .*3/m)
})

test('a payload without its dialect is that of an agent whose it may be', async () => {
  const { stdout } = await runServed('pascal')
  assert.match(stdout, /^Claude Code +PreToolUse +the tool does not run/m)
  assert.match(stdout, /^Gemini CLI +BeforeTool +the tool does not run/m)
})

test('what is translated has the shape of the event it becomes, for every event of every dialect', () => {
  for (const from of all) {
    for (const [event, { example }] of Object.entries(from.events)) {
      for (const to of all) {
        const there = eventsThere(example, from, event, to, () => true)
        for (const name of 'why' in there ? [] : there.events) {
          const made = translate(example, from, event, to, name)
          if ('why' in made) continue
          const { payload } = to.events[name] as EventRecord
          assert.equal(
            mismatchText(payload, made.payload),
            undefined,
            `${from.id} ${event} → ${to.id} ${name}`,
          )
        }
      }
    }
  }
})

test('a tool and its input keep their meaning there and back', () => {
  for (const from of hosts) {
    for (const to of hosts) {
      for (const [tool, { name, fields }] of Object.entries(from.tools ?? {})) {
        const [event, record] =
          Object.entries(from.events).find(
            ([, one]) => one.lifecycle === 'tool.before' && one.common.input,
          ) ?? []
        if (event === undefined || record === undefined) continue
        const { tool: toolAt = '', input: inputAt = '' } = record.common
        const spelled = (record.tools ?? from.tools)?.[tool as 'shell'] ?? { name, fields }
        const given = (field: string) => (field === 'content' ? 'the content\n' : `/the ${field}`)
        const input: Record<string, unknown> = {}
        // Not every agent has a field for the folder.
        for (const [field, path] of Object.entries(spelled.fields))
          if (field !== 'folder') put(input, path, given(field))
        const payload = { ...(record.example as object), [toolAt]: spelled.name, [inputAt]: input }
        const [before = ''] =
          Object.entries(to.events).find(([, one]) => one.lifecycle === 'tool.before') ?? []
        const there = translate(payload, from, event, to, before)
        if ('why' in there) continue
        const back = translate(there.payload, to, before, from, event)
        if ('why' in back) continue
        const made = back.payload as Readonly<Record<string, unknown>>
        assert.equal(made[toolAt], spelled.name, `${from.id} → ${to.id}`)
        assert.deepEqual(made[inputAt], input, `${from.id} → ${to.id} ${tool}`)
      }
    }
  }
})
