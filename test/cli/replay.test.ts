// The example session, recorded and replayed: all equal until a hook is edited, then exactly the changes are reported.

import assert from 'node:assert/strict'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openWorkspace, recordWorkspace } from '../../runtime/index.ts'
import { loadSession } from '../../scripts/session.ts'
import { type CliResult, openCli } from '../support/cli.ts'
import { writeTree } from '../support/tree.ts'

const tree = writeTree()
after(tree.remove)
const root = tree.at('/workspace')
const home = tree.at('/home')
// Hooks inherit this process's environment; the examples must not reach the person's own home.
Object.assign(process.env, { HOME: home, USERPROFILE: home })
delete process.env.SLACK_WEBHOOK_URL
const cli = openCli()
after(cli.close)
const at = (...args: readonly string[]): Promise<CliResult> =>
  cli.run(['--workspace', root, '--home', home, ...args], { cwd: tree.folder })

const litter = ['__pycache__', 'node_modules', '.hookbench', '.cache', '.local']
let recordings: readonly string[]
let fired = 0

before(async () => {
  const examples = fileURLToPath(new URL('../../examples', import.meta.url))
  cpSync(examples, tree.folder, { recursive: true, filter: (path) => !litter.includes(basename(path)) })
  assert.equal((await at('trust', '--edits', '--yes')).code, 0)
  assert.equal((await at('trust', '--yes')).code, 0)
  const workspace = await openWorkspace({ root, home })
  const recorder = recordWorkspace(workspace, assert.fail)
  for (const { dialect, event, payload } of loadSession(root, home)) {
    await workspace.fire(event, payload, { dialect })
    fired++
  }
  recorder.close()
  await workspace.close()
  recordings = recorder.paths()
})

type Replayed = {
  readonly same: number
  readonly changed: number
  readonly failed: number
  readonly events: readonly {
    readonly event: string
    readonly recording: string
    readonly n: number
    readonly same: boolean
    readonly differences?: readonly {
      readonly path: string
      readonly recorded?: unknown
      readonly replayed?: unknown
    }[]
  }[]
}

async function replay(code: number, ...args: readonly string[]): Promise<Replayed> {
  const got = await at('replay', ...recordings, '--json', ...args)
  assert.equal(got.code, code, got.stderr)
  return JSON.parse(got.stdout)
}

test('the example session replays to the same outcomes; the parts of a shard are everything, once', async () => {
  const parts = [await replay(0, '--shard', '1/2'), await replay(0, '--shard', '2/2')]
  const events = parts.flatMap((part) => part.events)
  assert.equal(events.length, fired)
  assert.equal(new Set(events.map(({ recording, n }) => `${recording} ${n}`)).size, fired)
  assert.ok(new Set(events.map(({ event }) => event)).size >= 46, 'all events of the four dialects')
  assert.ok(parts.every(({ same, changed, failed }) => same > 0 && changed + failed === 0))
})

test('after an edit exactly the events of the edited hook changed, with the difference', async () => {
  const path = join(root, '.kodelet/hooks/security_guardrail')
  const text = readFileSync(path, 'utf8')
  const edited = text.replace('Security policy:', 'House rule:')
  assert.notEqual(edited, text)
  writeFileSync(path, edited)
  const { same, changed, failed, events } = await replay(1)
  const different = events.filter((one) => !one.same)
  assert.deepEqual(
    { same, changed, failed },
    { same: fired - different.length, changed: different.length, failed: 0 },
  )
  assert.ok(changed > 0)
  for (const { event, differences } of different) {
    assert.equal(event, 'before_tool_call')
    const reason = differences?.find((one) => one.path === 'reason')
    assert.match(String(reason?.recorded), /^Security policy: /)
    assert.equal(reason?.replayed, String(reason?.recorded).replace('Security policy:', 'House rule:'))
  }
  const one = await at('replay', ...recordings, '--hook', 'security_guardrail')
  assert.equal(one.code, 1)
  assert.match(
    one.stdout,
    /changed before_tool_call kodelet, event \d+.*\n {2}hooks\..*verdict\.reason: "Security policy: .*" → "House rule: /,
  )
  writeFileSync(path, text)
  assert.equal((await replay(0, '--event', 'before_tool_call')).changed, 0)
})

test('a missing hook and a changed payload have different messages', async () => {
  const { changed } = await replay(
    1,
    '--event',
    'before_tool_call',
    '--set',
    'tool_input.command=sudo rm -rf /',
  )
  assert.ok(changed > 0)
  const set = ['--event', 'before_tool_call', '--set', 'tool_input.description=x']
  const replayed = await at('replay', ...recordings, ...set)
  assert.equal(replayed.code, 0, replayed.stdout)
  assert.match(
    replayed.stdout,
    /^same before_tool_call kodelet, event \d+.*\n {2}now: (pass|deny by kodelet:)/,
  )
  const { failed, same } = JSON.parse(
    (await at('--no-hooks', 'replay', ...recordings, '--json')).stdout,
  ) as Replayed
  assert.ok(failed > 0)
  assert.equal(failed + same, fired, 'events that no hook answered are the same without hooks')
})

test('a hook that was edited since it was trusted is not run, and the output begins with that', async () => {
  assert.equal((await at('untrust', root)).code, 0)
  const { stdout } = await at('replay', ...recordings, '--event', 'before_tool_call')
  assert.match(stdout, /^changed before_tool_call kodelet, event \d+.*\n {2}not run: \S+: not trusted yet/)
})

test('replaying wrote nothing into the workspace', () => {
  const folder = join(root, '.hookbench/recordings')
  assert.deepEqual(
    readdirSync(folder)
      .filter((name) => name.endsWith('.ndjson'))
      .sort(),
    recordings.map((path) => basename(path)).sort(),
  )
})

test('an event that was imported without an outcome is not compared, and the new outcome is shown', async () => {
  const apart = writeTree(`
    //- /home/
    //- /ws/.claude/settings.json
    {"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"echo no >&2; exit 2"}]}]}}
    //- /ws/call.json
    {"session_id":"s","transcript_path":"/t","cwd":"/w","permission_mode":"default","hook_event_name":"PreToolUse",
     "tool_name":"Bash","tool_input":{"command":"ls"},"tool_use_id":"t1"}
  `)
  const where = ['--workspace', apart.at('/ws'), '--home', apart.at('/home'), '--trust-workspace']
  await cli.run([...where, 'recordings', 'import', apart.at('/ws/call.json')])
  const { stdout, code } = await cli.run([...where, 'replay', 'latest'])
  apart.remove()
  assert.equal(code, 0, stdout)
  assert.match(stdout, /^new PreToolUse claude-code, event 1\n {2}now: the tool does not run;/)
  assert.match(stdout, /\n0 same, 0 changed, 0 failed, 1 not recorded before of 1 event\n$/)
})
