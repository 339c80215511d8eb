// A folder that holds only `.claude/settings.json` with three entries: a valid one, one whose matcher matches no tool,
// one whose script is missing. The output of each verb for a newcomer, word for word.

import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { after, test } from 'node:test'
import { type CliResult, openCli } from '../support/cli.ts'
import { writeTree } from '../support/tree.ts'

const cli = openCli()
after(cli.close)

const call = (command: string) =>
  JSON.stringify({
    session_id: 'first',
    transcript_path: '/t.jsonl',
    cwd: '.',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: 'toolu_1',
  })

const entry = (matcher: string, command: string) =>
  JSON.stringify({ matcher, hooks: [{ type: 'command', command }] })

const tree = writeTree(`
  //- /home/
  //- /denied.json
  ${call('rm -rf build')}
  //- /allowed.json
  ${call('ls')}
  //- /ws/.claude/settings.json
  {
    "hooks": {
      "PreToolUse": [
        ${entry('Bash', 'sh scripts/guard.sh')},
        ${entry('bash', 'echo never')},
        ${entry('Bash', './scripts/gone.sh')}
      ]
    }
  }
  //- /ws/scripts/guard.sh 644
  if grep -q 'rm -rf'; then
    echo 'Not in this folder.' >&2
    exit 2
  fi
`)
after(tree.remove)

const GUARD = 'claude-code:workspace:.claude/settings.json#PreToolUse/Bash/scripts/guard.sh'
const NEVER = 'claude-code:workspace:.claude/settings.json#PreToolUse/bash/bea047ed'
const GONE = 'claude-code:workspace:.claude/settings.json#PreToolUse/Bash/scripts/gone.sh'
const UNTRUSTED = (id: string) => `untrusted: not trusted yet; run \`hookbench trust '${id}'\``

function at(args: readonly string[]): Promise<CliResult> {
  return cli.run(['--workspace', tree.at('/ws'), '--home', tree.at('/home'), ...args], {
    cwd: tree.at('/ws'),
  })
}

/** The printed lines, without columns, durations and the path of the tree. */
function plain(text: string): readonly string[] {
  return (
    text
      .replaceAll(tree.folder, '')
      .replaceAll(/\d+(?:\.\d+)? m?s\b/g, '# ms')
      .replaceAll(/\S+\.ndjson/g, '<recording>')
      // The wording for a missing file differs between shells.
      .replaceAll(/(on standard error: ).*/g, '$1…')
      .split('\n')
      .map((line) => line.replaceAll(/\s+/g, ' ').trim())
      .filter((line) => line !== '')
  )
}

const PROBLEMS = [
  'warning .claude/settings.json:5:18: Claude Code has no tool "bash", so the entry never runs. Did you mean "Bash"? entry.matcher',
  'error .claude/settings.json:6:62: There is no file scripts/gone.sh, so this entry checks nothing: Claude Code goes on as if it had not run. entry.script',
]

const AS_WELL = (how: string) => `Copilot CLI reads .claude/settings.json as well: \`${how}\`.`

const listed = (state: string, last: string) => [
  'Claude Code claude-code',
  'PreToolUse veto',
  `guard.sh Bash → sh scripts/guard.sh workspace ${state} # ms`,
  `echo never bash → echo never workspace ${state} # ms`,
  `gone.sh Bash → ./scripts/gone.sh workspace ${state === 'active' ? 'cannot start' : state} # ms`,
  last,
  AS_WELL('list --dialect copilot'),
  ...PROBLEMS,
]

const NOT_MATCHED = 'the matcher "bash" does not match "Bash"'
const FAILED = [
  'gone.sh workspace crashed # ms exit code 127; Claude Code goes on as if it had not run',
  'gone.sh on standard error: …',
]
const WARNED = 'the user sees: "A hook gave no usable answer, so it didn\'t check this action."'

/** In order: the command, the exit code, and every line of the output. */
const VERBS: readonly (readonly [args: string, code: number, lines: readonly string[]])[] = [
  ['list', 0, listed('untrusted', '3 hooks, 0 active. 3 wait for `hookbench trust`.')],
  [
    'explain PreToolUse',
    0,
    [
      'PreToolUse claude-code, veto',
      `1. guard.sh workspace does not run ${UNTRUSTED(GUARD)}`,
      `2. echo never workspace does not run ${NOT_MATCHED}`,
      `3. gone.sh workspace does not run ${UNTRUSTED(GONE)}`,
      AS_WELL('explain PreToolUse --dialect copilot'),
    ],
  ],
  [
    'check',
    1,
    [
      '.claude/settings.json:5:18 warning Claude Code has no tool "bash", so the entry never runs. entry.matcher',
      '5 | {"matcher":"bash","hooks":[{"type":"command","command":"echo never"}]},',
      '| ^^^^^^',
      'Did you mean "Bash"?',
      '.claude/settings.json:6:62 error There is no file scripts/gone.sh, so this entry checks nothing: Claude Code goes on as if it had not run. entry.script',
      '6 | {"matcher":"Bash","hooks":[{"type":"command","command":"./scripts/gone.sh"}]}',
      '| ^^^^^^^^^^^^^^^^^^^',
      '1 error, 1 warning in 2 files.',
    ],
  ],
  [
    `run PreToolUse --hook ${GUARD} --payload ../allowed.json`,
    1,
    [
      'PreToolUse claude-code',
      'guard.sh workspace unknown not trusted yet',
      'it is unknown what happens to the tool call',
      'the session goes on',
      `not known: ${GUARD} (${UNTRUSTED(GUARD)})`,
      'if it exits with 0: the tool runs; the session goes on',
      'if it exits with 2: the tool does not run; the session goes on',
      'if it does not answer in time: the tool runs; the session goes on',
    ],
  ],
  [
    'trust --yes',
    0,
    [
      'These hooks will run as they are now:',
      '.claude/settings.json PreToolUse Bash → sh scripts/guard.sh new with 1 file it runs',
      '.claude/settings.json PreToolUse bash → echo never new',
      '.claude/settings.json PreToolUse Bash → ./scripts/gone.sh new missing: scripts/gone.sh',
      'Trusted 3 hooks.',
    ],
  ],
  ['list', 0, listed('active', '3 hooks, 3 active. 1 of the active cannot start.')],
  [
    'explain PreToolUse',
    0,
    [
      'PreToolUse claude-code, veto',
      '1. guard.sh workspace runs',
      `2. echo never workspace does not run ${NOT_MATCHED}`,
      '3. gone.sh workspace fails There is no file scripts/gone.sh, so this entry checks nothing: Claude Code goes on as if it had not run.',
      AS_WELL('explain PreToolUse --dialect copilot'),
    ],
  ],
  [
    'run PreToolUse --payload ../denied.json --record',
    1,
    [
      'PreToolUse claude-code',
      'guard.sh workspace deny # ms Not in this folder.',
      `echo never workspace skipped ${NOT_MATCHED}`,
      ...FAILED,
      'the tool does not run',
      'the model reads as the result: "PreToolUse:Bash hook error: [sh scripts/guard.sh]: Not in this folder.\\n"',
      WARNED,
      'the session goes on',
      'recorded in <recording>',
      AS_WELL('run PreToolUse --all'),
    ],
  ],
  [
    'run PreToolUse --payload ../allowed.json',
    1,
    [
      'PreToolUse claude-code',
      'guard.sh workspace pass # ms',
      `echo never workspace skipped ${NOT_MATCHED}`,
      ...FAILED,
      'the tool runs',
      'with {"command":"ls"}',
      WARNED,
      'the session goes on',
      AS_WELL('run PreToolUse --all'),
    ],
  ],
  [
    `run PreToolUse --hook ${GUARD} --payload ../allowed.json`,
    0,
    [
      'PreToolUse claude-code',
      'guard.sh workspace pass # ms',
      'the tool runs',
      'with {"command":"ls"}',
      'the session goes on',
    ],
  ],
  ['replay latest', 0, ['1 same, 0 changed, 0 failed of 1 event']],
  // Copilot CLI reads the entry as well; the spelling of the event selects the host.
  ['replay latest --hook guard.sh', 0, ['1 same, 0 changed, 0 failed of 1 event']],
  [
    'replay latest --event 1 --save-case no-rm',
    0,
    ['Saved .hookbench/cases/no-rm.json. It expects: the tool does not run. `hookbench test` runs it.'],
  ],
  ['test', 0, ['✓ no-rm (# ms)', '1 passed, 0 failed']],
]

test('list, explain, check, run, trust, replay and test, as a newcomer goes through them', async (t) => {
  for (const [args, code, lines] of VERBS)
    await t.test(args, async () => {
      const result = await at(args.split(' '))
      assert.deepEqual(
        plain(result.stdout).filter((line) => !line.startsWith('Built in and off')),
        lines,
        result.stderr,
      )
      assert.equal(result.code, code, result.stderr)
    })
})

test('list, explain and run as JSON', async () => {
  const json = async (...args: readonly string[]) => JSON.parse((await at([...args, '--json'])).stdout)
  const hooks = (await json('list')).filter(({ entry }: { entry?: object }) => entry !== undefined)
  assert.deepEqual(
    hooks.map(
      ({ id, state, entry }: { id: string; state: string; entry: { matcher: string; runs: string } }) => [
        id,
        state,
        entry.matcher,
        entry.runs,
      ],
    ),
    [
      [GUARD, 'active', 'Bash', 'sh scripts/guard.sh'],
      [NEVER, 'active', 'bash', 'echo never'],
      [GONE, 'active', 'Bash', './scripts/gone.sh'],
    ],
  )
  const plan = await json('explain', 'PreToolUse')
  assert.deepEqual(
    plan.hooks.map(({ id, run, host }: { id: string; run: boolean; host?: string }) => [id, run, host]),
    [
      [GUARD, true, undefined],
      [NEVER, false, 'matcher'],
      [GONE, true, undefined],
    ],
  )
  const { decision, by, effect } = await json('run', 'PreToolUse', '--payload', '../denied.json')
  assert.deepEqual([decision, by], ['deny', GUARD])
  assert.deepEqual(effect, {
    fired: true,
    hooks: [
      { id: GUARD, ran: true, waited: true, failed: false },
      { id: NEVER, ran: false, why: 'matcher' },
      { id: GONE, ran: true, waited: true, failed: true },
    ],
    operation: { kind: 'tool', fate: 'blocked' },
    model: [
      {
        text: 'PreToolUse:Bash hook error: [sh scripts/guard.sh]: Not in this folder.\n',
        where: 'result',
        role: 'tool',
      },
    ],
    person: ["A hook gave no usable answer, so it didn't check this action."],
    run: 'goes-on',
  })
})

test('what is edited is unknown again, and what is not stays trusted', async () => {
  rmSync(tree.at('/ws/.hookbench'), { recursive: true, force: true })
  tree.write('//- /ws/scripts/guard.sh\nexit 0\n')
  const { stdout, code } = await at(['run', 'PreToolUse', '--payload', '../denied.json', '--json'])
  assert.equal(code, 1)
  const { effect, decision } = JSON.parse(stdout)
  assert.equal(decision, 'pass')
  assert.deepEqual(
    effect.hooks.map(({ id, ran }: { id: string; ran: unknown }) => [id, ran]),
    [
      [GUARD, 'unknown'],
      [NEVER, false],
      [GONE, true],
    ],
  )
  assert.deepEqual([effect.operation, effect.run], [{ kind: 'tool', fate: 'unknown' }, 'goes-on'])
  assert.match(effect.unknown[0].why, /guard\.sh.* has changed|changed/)
})
