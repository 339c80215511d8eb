// `explain --hook`: every gate between a call and a hook's answer, and the first closed one.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { firstClosed, type Gate, gatesOfRun } from '../../runtime/contract/gates.ts'
import type { HookRun } from '../../runtime/contract/outcome.ts'
import { openCli } from '../support/cli.ts'
import { writeTree } from '../support/tree.ts'

const command = (line: string) => [{ type: 'command', command: line }]
const settings = {
  hooks: {
    PreToolUse: [
      { matcher: 'Bash', hooks: command('sh here.sh') },
      { matcher: 'Bahs', hooks: command('sh other.sh') },
      { matcher: 'Bash', hooks: command('./gone.sh') },
      { matcher: 'Bash', hooks: [{ ...command('sh rm.sh')[0], if: 'Bash(rm:*)' }] },
    ],
  },
}
const off = JSON.stringify({ v: 1, disabled: ['secureyeoman:workspace:off.ts'] })
const tree = writeTree(`//- /ws/.claude/settings.json
${JSON.stringify(settings)}
//- /ws/here.sh
exit 0
//- /ws/other.sh
exit 0
//- /ws/rm.sh
exit 0
//- /ws/extensions/on.ts
export async function tool_execute_before() {}
//- /ws/extensions/off.ts
export async function tool_execute_before() {}
//- /ws/extensions/torn.ts
export async function tool_execute_before( {
//- /ws/.hookbench/settings.json
${off}
//- /home/
`)
after(tree.remove)
const cli = openCli()
after(cli.close)

async function gates(event: string, hook: string, ...more: readonly string[]): Promise<readonly Gate[]> {
  const where = ['--workspace', tree.at('/ws'), '--home', tree.at('/home')]
  const { stdout, stderr } = await cli.run([...where, 'explain', event, '--hook', hook, '--json', ...more], {
    cwd: tree.at('/ws'),
  })
  assert.equal(stderr, '')
  return JSON.parse(stdout).gates
}

const trusted = '--trust-workspace'
for (const [what, event, hook, options, gate, pattern, fix] of [
  [
    'a matcher that names no tool',
    'PreToolUse',
    'other.sh',
    [],
    'matcher',
    /"Bahs" does not match "Bash"/,
    /Bash/,
  ],
  ['a script that is not there', 'PreToolUse', 'gone.sh', [trusted], 'executable', /gone\.sh/, /\w/],
  ['a condition that does not hold', 'PreToolUse', 'rm.sh', [], 'condition', /rm/, /Bash\(rm:\*\)/],
  ['another event', 'PostToolUse', 'here.sh', [], 'event', /answers PreToolUse, not PostToolUse/, /Bind it/],
  ['a hook that waits for trust', 'tool_execute_before', 'on', [], 'trust', /not trusted/, /trust it/],
  ['a file that does not parse', 'tool_execute_before', 'torn', [], 'file', /./, /Fix the file/],
  [
    'a hook that is switched off',
    'tool_execute_before',
    'off',
    [trusted],
    'enabled',
    /Switched off/,
    /"disabled"/,
  ],
] as const) {
  test(`${what}: the ${gate} gate is the first that is closed`, async () => {
    const found = firstClosed(await gates(event, hook, ...options))
    assert.equal(found?.gate, gate)
    assert.match(found.message, pattern)
    assert.match(found.fix ?? '', fix)
  })
}

test('nothing is closed of an entry that fires, and what only a run tells is not known', async () => {
  const found = await gates('PreToolUse', 'here.sh', trusted)
  assert.deepEqual(
    found.map(({ gate, state }) => `${gate} ${state}`),
    [
      ...['file open', 'enabled open', 'trust open', 'event open', 'matcher open', 'condition open'],
      ...['executable open', 'exit unknown', 'answer unknown'],
    ],
  )
})

test('what Hookbench does not trust an agent runs all the same', async () => {
  const found = await gates('PreToolUse', 'here.sh')
  assert.equal(firstClosed(found), undefined)
  assert.match(found.find(({ gate }) => gate === 'trust')?.message ?? '', /does not ask for it.*not trusted/)
})

const ran = { id: 'x', name: 'x', source: 'workspace', path: '', durationMs: 1 } as const
for (const [what, run, failed, states] of [
  ['an answer', { status: 'returned', exitCode: 0, verdict: { decision: 'deny' } }, false, 'open open'],
  ['a crash', { status: 'failed', failure: 'crashed', exitCode: 1, why: 'no' }, false, 'closed unknown'],
  [
    'an answer nobody can read',
    { status: 'failed', failure: 'unreadable', exitCode: 0 },
    false,
    'open closed',
  ],
  ['an exit code that the agent reports', { status: 'returned', exitCode: 1 }, true, 'closed'],
  ['no run', { status: 'skipped' }, false, 'unknown unknown'],
] as const satisfies readonly (readonly [string, Partial<HookRun>, boolean, string])[]) {
  test(`the gates of a run: ${what}`, () => {
    const found = gatesOfRun({ ...ran, ...run }, failed)
    assert.equal(found.map(({ state }) => state).join(' '), states)
  })
}
