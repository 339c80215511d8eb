// `run --all`: one payload as every agent is given it, judged by each with what it has here.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Dialect, EventRecord } from '../../runtime/contract/dialect.ts'
import { dialects } from '../../runtime/contract/dialects/index.ts'
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

test('an event that a host does not have is said, not guessed', async () => {
  const { stdout } = await run('SessionEnd', '--all', '--dialect', 'claude-code')
  assert.match(stdout, /^VS Code: VS Code has no event for session\.end$/m)
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
        for (const [field, path] of Object.entries(spelled.fields)) put(input, path, given(field))
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
