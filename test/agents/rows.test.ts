// Playing rows of the recall table to a real program: finding the command lines in their files, shells that keep what a
// hook received, and what a run must contain to confirm a row. No real agent is started.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { loopbackOnly } from '../../scripts/agents/observe/namespace.ts'
import { hooksOf } from '../../scripts/agents/observe/rows/commands.ts'
import type { RecallRow } from '../../scripts/agents/observe/rows/row.ts'
import { judged, type Played } from '../../scripts/agents/observe/rows/seen.ts'
import { writeTree } from '../support/tree.ts'

const found: readonly (readonly [it: string, path: string, text: string, events: string, command: string])[] =
  [
    [
      'JSON',
      '.claude/settings.json',
      '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"echo \\"a\\""}]}]}}',
      'Stop',
      'echo "a"',
    ],
    [
      'JSON that does not parse',
      '.codex/hooks.json',
      '{"hooks":{"Stop":[{"hooks":[{"command":"true",}]}]}}',
      'Stop',
      'true',
    ],
    [
      'an array of entries',
      '.github/hooks/a.json',
      '{"hooks":{"preToolUse":[{"bash":"a.sh"}]}}',
      'preToolUse',
      'a.sh',
    ],
    ['TOML', '.codex/config.toml', "[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ncommand = 'a b'\n", 'Stop', 'a b'],
    [
      'TOML over several lines',
      '.codex/config.toml',
      "[[hooks.Stop.hooks]]\ncommand = '''\na\nb'''\n",
      'Stop',
      'a\nb',
    ],
    [
      'frontmatter',
      '.claude/agents/a.md',
      '---\nhooks:\n  Stop:\n    - hooks:\n        - command: a b\n---\n',
      'Stop',
      'a b',
    ],
  ]

for (const [it, path, text, events, command] of found)
  test(`a command line is found with its event: ${it}`, () => {
    const { hooks, marked } = hooksOf({ [path]: text })
    assert.deepEqual(hooks, [{ id: 'hook-1', command, events: [events] }])
    assert.match(marked[0]?.text ?? '', / # hook-1/)
  })

test('a command line of two events is one hook, and scripts hold none', () => {
  const entry = { hooks: [{ type: 'command', command: 'true' }] }
  const { hooks } = hooksOf({
    '.claude/settings.json': JSON.stringify({ hooks: { Stop: [entry], SessionEnd: [entry] } }),
    'hooks/a.py': 'command = "no"\n',
  })
  assert.deepEqual(hooks, [{ id: 'hook-1', command: 'true', events: ['Stop', 'SessionEnd'] }])
})

const namespace = loopbackOnly(true)

test('a watched shell keeps what a hook was given and gave, and leaves other calls alone', {
  skip: 'missing' in namespace ? namespace.missing : false,
}, () => {
  const tree = writeTree('//- /shells/\n//- /into/')
  try {
    const rows = join(import.meta.dirname, '../../scripts/agents/observe/rows/watchedShells.ts')
    const line = 'cat; echo "$WORD" >&2; exit 3'
    writeFileSync(
      tree.at('run.ts'),
      `import { spawnSync } from 'node:child_process'
import { watchHooks, watchShells } from ${JSON.stringify(rows)}
watchShells(${JSON.stringify(tree.at('shells'))})
watchHooks(${JSON.stringify(tree.at('shells'))}, [{ id: 'hook-1', command: ${JSON.stringify(line)}, events: [] }], ${JSON.stringify(tree.at('into'))}, 0)
const env = { PATH: process.env.PATH, WORD: 'given' }
const run = (command) => spawnSync(command, { shell: true, input: 'payload', env, encoding: 'utf8' })
const { status, stdout, stderr } = run(${JSON.stringify(line)})
console.log(JSON.stringify([status, stdout, stderr, run('echo other').stdout]))
`,
    )
    mkdirSync(tree.at('into'), { recursive: true })
    const [program = '', ...options] = 'command' in namespace ? namespace.command : []
    const { stdout, stderr } = spawnSync(program, [...options, process.execPath, tree.at('run.ts')], {
      encoding: 'utf8',
    })
    assert.deepEqual(JSON.parse(stdout || `"${stderr}"`), [3, 'payload', 'given\n', 'other\n'])
    const kept = (name: string) => readFileSync(tree.at(`into/calls/hook-1/1/${name}`), 'utf8')
    assert.deepEqual([kept('payload'), kept('stdout'), kept('exit')], ['payload', 'payload', '3\n'])
    assert.match(kept('environ'), /WORD=given/)
  } finally {
    tree.remove()
  }
})

const row = (code?: string, at = ''): RecallRow => ({
  id: 'row',
  rule: 'rule',
  host: 'claude-code',
  files: {},
  ...(code === undefined ? {} : { finds: { code, in: '.claude/settings.json', at } }),
  cites: '',
})

const hook = { id: 'hook-1', command: 'x', events: ['PreToolUse'] }
const start = (
  more: { readonly exit?: number; readonly stdout?: string; readonly payload?: object } = {},
) => ({
  hook: 'hook-1',
  nth: 1,
  startedAt: 1,
  endedAt: 2,
  payload: { tool_name: 'Bash', ...more.payload },
  variables: ['PATH', 'CLAUDE_PROJECT_DIR'],
  answer: { exit: more.exit ?? 0, stdout: more.stdout ?? '', stderr: '', ms: 1 },
})
const played = (starts: Played['starts'], more: Partial<Played> = {}): Played => ({
  hooks: [hook],
  starts,
  cases: [],
  came: { PreToolUse: 1 },
  complaints: [],
  ended: false,
  run: { exit: 0, stderr: '' },
  ...more,
})

const shown: readonly (readonly [it: string, row: RecallRow, played: Played, kind: 'shows' | 'open'])[] = [
  ['a clean hook that ran', row(), played([start()]), 'shows'],
  [
    'a field, where the script had no program',
    row('field.unknown', 'reson'),
    played([start({ exit: 127 })]),
    'open',
  ],
  ['a missing script', row('entry.script'), played([start({ exit: 127 })]), 'shows'],
  ['a clean hook that did not', row(), played([]), 'open'],
  ['a clean hook whose program is missing here', row(), played([start({ exit: 127 })]), 'open'],
  [
    'a hook that had not ended when the run was cut',
    row(),
    played([{ ...start(), endedAt: undefined } as never], { run: { exit: null, stderr: '' } }),
    'open',
  ],
  ['an entry that is rejected and does not start', row('configuration.rejected'), played([]), 'shows'],
  ['one that starts', row('configuration.rejected'), played([start()]), 'open'],
  [
    'one whose event did not come up',
    row('configuration.rejected'),
    played([], { came: { PreToolUse: 0 } }),
    'open',
  ],
  [
    'one that the host names',
    row('configuration.rejected'),
    played([], { hooks: [], complaints: ['/project/.claude/settings.json: no'] }),
    'shows',
  ],
  ['a field that the payload lacks', row('field.unknown', '.toolInput'), played([start()]), 'shows'],
  ['a field that it has', row('field.unknown', '.tool_name'), played([start()]), 'open'],
  ['a variable that is not set', row('entry.variable', '$CLAUDE_FILE_PATH'), played([start()]), 'shows'],
  ['a variable that is', row('entry.variable', '$CLAUDE_PROJECT_DIR'), played([start()]), 'open'],
  ['an answer', row('result.unknown'), played([start({ stdout: '{}' })]), 'shows'],
  ['no answer', row('result.unknown'), played([start()]), 'open'],
  ['a stop that is blocked on and on', row('entry.loop'), played([start(), start(), start()]), 'shows'],
  ['one that is blocked once', row('entry.loop'), played([start()]), 'open'],
  ['what no run can show', row('configuration.divided'), played([start()]), 'open'],
]

for (const [it, one, run, kind] of shown)
  test(`what a run shows of a row: ${it}`, async () => {
    assert.deepEqual(Object.keys(await judged(one, run)), [kind])
  })
