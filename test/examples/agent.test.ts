// The example agent, embedded and through the hook server: every event is fired from its place, and a denial prevents
// the operation.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { dialects } from '../../runtime/contract/dialects/index.ts'
import { openServer } from '../../runtime/sessions/server.ts'
import { listen } from '../../runtime/sessions/socket.ts'
import { openWorkspace } from '../../runtime/workspace/open.ts'
import { writeTree } from '../support/tree.ts'

const run = promisify(execFile)
const folder = fileURLToPath(new URL('../../examples/agent/', import.meta.url))
const tree = writeTree('//- /home/\n')
after(() => tree.remove())

const SEEDS = Object.values(dialects).flatMap((dialect) =>
  Object.entries('host' in dialect ? {} : dialect.events).flatMap(([event, record]: [string, object]) =>
    'later' in record && record.later === true ? [] : [`${dialect.id} ${event}`],
  ),
)

async function agent(...args: readonly string[]) {
  const env = { ...process.env, HOME: tree.at('home') }
  const { stdout, stderr } = await run(process.execPath, [`${folder}main.ts`, ...args], { env })
  assert.doesNotMatch(stderr, /Error|hookbench:/)
  return stdout
}

type Ran = {
  readonly answer: string
  readonly events: Record<string, number>
  readonly ran: readonly string[]
}

function check({ answer, events, ran }: Ran): void {
  assert.equal(SEEDS.length, 46)
  assert.deepEqual(Object.keys(events).sort(), SEEDS.toSorted())
  assert.ok(!ran.some((input) => input.includes('rm -rf')), 'what was denied has run')
  assert.deepEqual(ran, ['{"path":"notes.txt"}', '{"url":"https://example.org/style"}'])
  assert.equal(answer, 'Summary: two typos mended, nothing deleted.', 'the follow-up was asked')
}

test('embedded, the agent fires all 46 events, and what is denied does not run', async () => {
  check(JSON.parse(await agent('--json')))
})

test('what it prints shows the denial and the house style, and every payload matches its schema', async () => {
  const text = await agent()
  assert.match(text, /no-deleting says deny to before_tool_call: Folders are deleted by people\./)
  assert.match(text, /main bash: Not allowed: Folders are deleted by people\./)
  assert.match(text, /main prompt: You are a careful assistant\. Write short sentences\./)
  assert.doesNotMatch(text, /does not match/)
})

test('through the hook server it is the same', async () => {
  const server = await openServer({
    root: `${folder}workspace`,
    open: (root) => openWorkspace({ root, home: tree.at('home'), trust: 'workspace' }),
    verbs: {},
    records: false,
    isRefusal: () => false,
    say: (line) => assert.fail(line),
  })
  const listening = await listen(server, { socket: tree.at('s') })
  try {
    check(JSON.parse(await agent('--json', '--socket', listening.socket)))
    await server.idle()
    assert.deepEqual(server.counts, { clients: 0, sessions: 0 })
  } finally {
    listening.stop()
    await server.close()
  }
})

test('the agent is one file of under 200 lines', () => {
  assert.ok(readFileSync(`${folder}agent.ts`, 'utf8').split('\n').length <= 200)
})
