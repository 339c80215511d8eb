// Entries of Cursor's configuration on real trees: which places count, which faults discard a whole file, where scripts
// are looked for.

import assert from 'node:assert/strict'
import { symlinkSync } from 'node:fs'
import { test } from 'node:test'
import { type Tree, writeTree } from '../support/tree.ts'
import { complaints, discoverIn, lines } from './setting.ts'

type Row = {
  readonly it: string
  readonly tree: string
  readonly hooks: readonly string[]
  readonly problems?: readonly string[]
  readonly before?: (tree: Tree) => void
}

function check(rows: readonly Row[]): void {
  for (const row of rows) {
    test(row.it, async (t) => {
      const tree = writeTree(row.tree)
      t.after(tree.remove)
      row.before?.(tree)
      const found = await discoverIn(tree, 'cursor', { environment: {} })
      const bare = (line: string) => line.replaceAll(tree.folder, '')
      assert.deepEqual(lines(found).map(bare), row.hooks)
      assert.deepEqual(complaints(tree, found).map(bare), row.problems ?? [])
    })
  }
}

const file = (event: string, entry: object = { command: 'true' }) =>
  JSON.stringify({ version: 1, hooks: { [event]: [entry] } })

check([
  {
    it: "the project's file, then the person's; no folder above or below the workspace",
    tree: `
      //- /.cursor/hooks.json
      ${file('stop')}
      //- /ws/a/.cursor/hooks.json
      ${file('stop')}
      //- /home/.cursor/hooks.json
      ${file('sessionEnd')}
      //- /ws/.cursor/hooks.json
      ${file('stop')}
    `,
    hooks: [
      'cursor:workspace:.cursor/hooks.json#stop/*/b5bea41b active',
      'cursor:user:.cursor/hooks.json#sessionEnd/*/b5bea41b active',
    ],
  },
  {
    it: "Claude Code's files are not read unless the person says so",
    tree: `
      //- /ws/.claude/settings.json
      {"hooks":{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}}
    `,
    hooks: [],
  },
  {
    it: 'comments are fine, and keys that nobody knows',
    tree: `
      //- /ws/.cursor/hooks.json
      // ours
      {"$schema":"x","version":1,"hooks":{"stop":[{"command":"true","name":"x",/* why */"timeout":40}]}}
    `,
    hooks: ['cursor:workspace:.cursor/hooks.json#stop/*/b5bea41b active'],
  },
  {
    it: "a project's file that is a symbolic link is refused, the person's is not",
    tree: `
      //- /ws/.cursor/
      //- /home/.cursor/
      //- /elsewhere/one.json
      ${file('stop')}
      //- /elsewhere/two.json
      ${file('stop')}
    `,
    before(tree) {
      symlinkSync(tree.at('/elsewhere/one.json'), tree.at('/ws/.cursor/hooks.json'))
      symlinkSync(tree.at('/elsewhere/two.json'), tree.at('/home/.cursor/hooks.json'))
    },
    hooks: ['cursor:user:.cursor/hooks.json#stop/*/b5bea41b active'],
    problems: [
      'configuration.rejected /ws/.cursor/hooks.json: The file is a symbolic link. Cursor drops the whole file.',
    ],
  },
  {
    it: 'a folder that is a symbolic link is none of the file',
    tree: `
      //- /ws/
      //- /elsewhere/hooks.json
      ${file('stop')}
    `,
    before: (tree) => symlinkSync(tree.at('/elsewhere'), tree.at('/ws/.cursor')),
    hooks: ['cursor:workspace:.cursor/hooks.json#stop/*/b5bea41b active'],
  },
  {
    it: "scripts of the person's entries are looked for beside the file, those of a project in the workspace",
    tree: `
      //- /home/.cursor/hooks/here.sh 755
      #!/bin/sh
      //- /home/.cursor/hooks.json
      {"version":1,"hooks":{"stop":[{"command":"./hooks/here.sh"},{"command":"./hooks/gone.sh"}]}}
      //- /ws/.cursor/hooks/guard.sh 755
      #!/bin/sh
      //- /ws/.cursor/hooks.json
      {"version":1,"hooks":{"preToolUse":[{"command":".cursor/hooks/guard.sh"},{"command":"./hooks/guard.sh"}]}}
    `,
    hooks: [
      'cursor:workspace:.cursor/hooks.json#preToolUse/*/.cursor/hooks/guard.sh active',
      'cursor:workspace:.cursor/hooks.json#preToolUse/*/hooks/guard.sh active',
      'cursor:user:.cursor/hooks.json#stop/*/%7E/.cursor/hooks/here.sh active',
      'cursor:user:.cursor/hooks.json#stop/*/%7E/.cursor/hooks/gone.sh active',
    ],
    problems: [
      'entry.script /ws/.cursor/hooks.json: There is no file hooks/guard.sh, so this entry checks nothing: Cursor goes on as if it had not run, and blocks only with "failClosed": true.',
      'entry.script /home/.cursor/hooks.json: There is no file ~/.cursor/hooks/gone.sh, so this entry does nothing: Cursor goes on as if it had not run.',
    ],
  },
  {
    it: 'plugins of the person and the one that the workspace is; command entries only',
    tree: `
      //- /ws/.cursor-plugin/plugin.json
      {"name":"mine"}
      //- /ws/hooks/hooks.json
      {"version":1,"hooks":{"stop":[{"command":"true"},{"type":"prompt","prompt":"done?"}]}}
      //- /home/.cursor/plugins/local/lint/.cursor-plugin/plugin.json
      {"hooks":"./own.json"}
      //- /home/.cursor/plugins/local/lint/own.json
      {"version":1,"hooks":{"stop":[{"command":"sh \${CURSOR_PLUGIN_ROOT}/gone.sh"}]}}
      //- /home/.cursor/plugins/local/lint/hooks/hooks.json
      ${file('sessionEnd')}
    `,
    hooks: [
      'cursor:plugin:hooks/hooks.json#stop/*/b5bea41b active',
      'cursor:plugin:hooks/hooks.json#stop/*/6669fa58 broken: Cursor runs only command entries from plugins, so it skips the entry.',
      'cursor:plugin:~/.cursor/plugins/local/lint/own.json#stop/*/%7E/.cursor/plugins/local/lint/gone.sh active',
    ],
    problems: [
      'configuration.rejected /ws/hooks/hooks.json: Cursor runs only command entries from plugins, so it skips the entry.',
      'entry.script /home/.cursor/plugins/local/lint/own.json: There is no file ~/.cursor/plugins/local/lint/gone.sh, so this entry does nothing: Cursor goes on as if it had not run.',
    ],
  },
  {
    it: 'matchers that match nothing, or are held against nothing',
    tree: `
      //- /ws/.cursor/hooks.json
      {"version":1,"hooks":{
        "preToolUse":[{"command":"true","matcher":"Bash"},{"command":"true","matcher":"Shel"},{"command":"true","matcher":"Write|MCP:x"}],
        "stop":[{"command":"true","matcher":"completed"}],
        "sessionStart":[{"command":"true","matcher":"startup"}]}}
    `,
    hooks: [
      'cursor:workspace:.cursor/hooks.json#preToolUse/Bash/b5bea41b active',
      'cursor:workspace:.cursor/hooks.json#preToolUse/Shel/b5bea41b active',
      'cursor:workspace:.cursor/hooks.json#preToolUse/Write%7CMCP%3Ax/b5bea41b active',
      'cursor:workspace:.cursor/hooks.json#stop/completed/b5bea41b active',
      'cursor:workspace:.cursor/hooks.json#sessionStart/startup/b5bea41b active',
    ],
    problems: [
      'entry.matcher /ws/.cursor/hooks.json: "Bash" matches none of the tools that Cursor names: Shell, Read, Write, Grep, Delete, Task, MCP:<tool>.',
      'entry.matcher /ws/.cursor/hooks.json: "completed" is matched against "Stop" at stop, so the entry never runs.',
      'entry.matcher /ws/.cursor/hooks.json: Cursor ignores matchers of sessionStart: the entry runs every time.',
    ],
  },
])

// A single fault anywhere, and the whole file is ignored.
const good = '{"command":"true"}'
const within = (entry: string, event = 'stop') => `{"version":1,"hooks":{"${event}":[${good},${entry}]}}`

for (const [what, text, message] of [
  ['no version', `{"hooks":{"stop":[${good}]}}`, 'There is no "version"'],
  [
    'a version as text',
    `{"version":"1","hooks":{"stop":[${good}]}}`,
    '"version" is not a whole number of 1 or more',
  ],
  ['version 0', `{"version":0,"hooks":{"stop":[${good}]}}`, '"version" is not a whole number of 1 or more'],
  [
    'version 1.5',
    `{"version":1.5,"hooks":{"stop":[${good}]}}`,
    '"version" is not a whole number of 1 or more',
  ],
  ['an unknown event', within(good, 'onStop'), 'Cursor has no event "onStop"'],
  ["Claude Code's name of an event", within(good, 'PreToolUse'), 'Cursor has no event "PreToolUse"'],
  [
    'a comment as a key',
    `{"version":1,"hooks":{"_note":"x","stop":[${good}]}}`,
    'Cursor has no event "_note"',
  ],
  ['an event that is no list', `{"version":1,"hooks":{"stop":${good}}}`, '"stop" is not an array'],
  ['hooks as a list', '{"version":1,"hooks":[]}', '"hooks" is not an object'],
  ['a list as the file', '[]', 'The file is not an object'],
  ['an entry without a command', within('{"timeout":3}'), 'An entry has no "command" string'],
  ['a prompt entry without a prompt', within('{"type":"prompt"}'), 'A prompt entry has no "prompt" string'],
  ['an entry that is a text', within('"true"'), 'An entry is not an object'],
  [
    'a group',
    within(`{"hooks":[${good}]}`),
    'A group with a "hooks" array is not allowed; Cursor requires the entry itself',
  ],
  ['another type', within('{"type":"http","command":"x"}'), 'An entry has the unknown type "http"'],
  [
    'a time-out as text',
    within('{"command":"x","timeout":"3"}'),
    '"timeout" is not a number of seconds above 0',
  ],
  ['a time-out of 0', within('{"command":"x","timeout":0}'), '"timeout" is not a number of seconds above 0'],
  [
    'a loop limit of 0',
    within('{"command":"x","loop_limit":0}'),
    '"loop_limit" is neither a whole number above 0 nor null',
  ],
  [
    'half a loop',
    within('{"command":"x","loop_limit":1.5}'),
    '"loop_limit" is neither a whole number above 0 nor null',
  ],
  [
    'failClosed as text',
    within('{"command":"x","failClosed":"yes"}'),
    '"failClosed" is neither true nor false',
  ],
  ['a list as matcher', within('{"command":"x","matcher":["Shell"]}'), '"matcher" is not a string'],
  [
    'a matcher that is not a valid regular expression',
    within('{"command":"x","matcher":"(?i)shell"}'),
    'The matcher "(?i)shell" is not a valid regular expression',
  ],
] as const)
  test(`${what} takes the whole file away`, async (t) => {
    const tree = writeTree(`//- /ws/.cursor/hooks.json\n${text}`)
    t.after(tree.remove)
    const { hooks, problems } = await discoverIn(tree, 'cursor', { environment: {} })
    assert.ok(hooks.every(({ state }) => state === 'broken'))
    assert.deepEqual(
      problems.map((one) => one.message),
      [`${message}, so Cursor drops the whole file.`],
    )
  })

for (const [what, entry] of [
  ['no limit', { loop_limit: null }],
  ['a limit', { loop_limit: 1 }],
  ['a time-out of half a second', { timeout: 0.5 }],
  ['an hour', { timeout: 3600 }],
  ['a matcher for everything', { matcher: '' }],
  ['an entry that fails closed', { failClosed: true }],
  ['the type in words', { type: 'command' }],
] as const)
  test(`${what} is fine`, async (t) => {
    const tree = writeTree(`//- /ws/.cursor/hooks.json\n${file('stop', { command: 'true', ...entry })}`)
    t.after(tree.remove)
    const { hooks, problems } = await discoverIn(tree, 'cursor', { environment: {} })
    assert.deepEqual([hooks.map(({ state }) => state), problems], [['active'], []])
  })

for (const [timeout, ms] of [
  [undefined, 60_000],
  [0.5, 500],
  [7200, 7_200_000],
] as const)
  test(`a time-out of ${timeout ?? 'nothing'} is ${ms} ms`, async (t) => {
    const tree = writeTree(`//- /ws/.cursor/hooks.json\n${file('stop', { command: 'true', timeout })}`)
    t.after(tree.remove)
    const { hooks } = await discoverIn(tree, 'cursor', { environment: {} })
    assert.equal(hooks[0]?.timeoutMs, ms)
  })

test('a problem with a matcher stands at the matcher of its own entry', async (t) => {
  const text =
    '{"version":1,"hooks":{"stop":[{"command":"true"},{"command":"id","matcher":"completed"},{"command":"./gone.sh"}]}}'
  const tree = writeTree(`//- /ws/.cursor/hooks.json\n${text}`)
  t.after(tree.remove)
  const { problems } = await discoverIn(tree, 'cursor', { environment: {} })
  assert.deepEqual(
    problems.map(({ code, range }) => [code, text.slice(range?.start, range?.end)]),
    [
      ['entry.matcher', '"completed"'],
      ['entry.script', '"./gone.sh"'],
    ],
  )
})
