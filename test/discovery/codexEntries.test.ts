// Entries of Codex's configuration on real trees: hooks.json and config.toml, which places count, and which faults
// discard a whole file.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DiscoverOptions } from '../../runtime/discovery/discover.ts'
import { type Tree, writeTree } from '../support/tree.ts'
import { complaints, discoverIn, lines } from './setting.ts'

type Row = {
  readonly it: string
  readonly tree: string
  readonly hooks: readonly string[]
  readonly problems?: readonly string[]
  readonly options?: (tree: Tree) => Partial<DiscoverOptions>
}

function check(rows: readonly Row[]): void {
  for (const row of rows) {
    test(row.it, async (t) => {
      const tree = writeTree(row.tree)
      t.after(tree.remove)
      const found = await discoverIn(tree, 'codex', { environment: {}, ...row.options?.(tree) })
      const bare = (line: string) => line.replaceAll(tree.folder, '')
      assert.deepEqual(lines(found).map(bare), row.hooks)
      assert.deepEqual(complaints(tree, found).map(bare), row.problems ?? [])
    })
  }
}

const entry = '{"type":"command","command":"true"}'
const json = (event: string, handler = entry) => `{"hooks":{"${event}":[{"hooks":[${handler}]}]}}`
const toml = '[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "false"'
const NO_EVENT = 'Codex has no event "stop", so its entries never run.'

check([
  {
    it: 'JSON and TOML of one folder both count, in tables and inline',
    tree: `
      //- /ws/.codex/hooks.json
      ${json('Stop')}
      //- /ws/.codex/config.toml
      model = "x"
      ${toml.replaceAll('\n', '\n      ')}
      //- /home/.codex/config.toml
      hooks = { PreToolUse = [ { matcher = '^Bash$', hooks = [ { type = "command", command = "id" } ] } ] }
    `,
    hooks: [
      'codex:user:.codex/config.toml#PreToolUse/%5EBash%24/a5614527 active',
      'codex:workspace:.codex/hooks.json#Stop/*/b5bea41b active',
      'codex:workspace:.codex/config.toml#Stop/*/fcbcf165 active',
    ],
    problems: [
      'configuration.divided /ws/.codex/hooks.json: config.toml beside this file has hooks too: Codex runs the hooks of both and shows a warning each time it starts.',
    ],
  },
  {
    it: 'every folder from the top of the checkout down to the workspace counts, the top first',
    tree: `
      //- /ws/.git/HEAD
      x
      //- /ws/.codex/hooks.json
      ${json('Stop')}
      //- /ws/a/.codex/hooks.json
      ${json('PreToolUse')}
      //- /ws/a/b/.codex/hooks.json
      ${json('SessionStart')}
      //- /ws/a/b/c/.codex/hooks.json
      ${json('SessionEnd')}
    `,
    options: (tree) => ({ root: tree.at('/ws/a/b') }),
    hooks: [
      'codex:workspace:/ws/.codex/hooks.json#Stop/*/b5bea41b active',
      'codex:workspace:/ws/a/.codex/hooks.json#PreToolUse/*/b5bea41b active',
      'codex:workspace:.codex/hooks.json#SessionStart/*/b5bea41b active',
    ],
  },
  {
    it: 'CODEX_HOME moves the folder of the user',
    tree: `
      //- /home/.codex/hooks.json
      ${json('Stop')}
      //- /elsewhere/hooks.json
      ${json('SessionStart')}
    `,
    options: (tree) => ({ environment: { CODEX_HOME: tree.at('/elsewhere') } }),
    hooks: ['codex:user:/elsewhere/hooks.json#SessionStart/*/b5bea41b active'],
  },
  {
    it: 'one unknown key at the top takes the whole file away, unknown keys of an entry take nothing',
    tree: `
      //- /ws/.codex/hooks.json
      {"version":1,"hooks":{"Stop":[{"note":1,"hooks":[{"type":"command","command":"true","comment":"x"}]}]}}
      //- /home/.codex/hooks.json
      {"description":"mine","hooks":{"Stop":[{"note":1,"hooks":[{"type":"command","command":"true","comment":"x"}]}]}}
    `,
    hooks: [
      'codex:user:.codex/hooks.json#Stop/*/b5bea41b active',
      'codex:workspace:.codex/hooks.json#Stop/*/b5bea41b broken: "version" is unknown here: only "description" and "hooks" are, so Codex drops the whole file.',
    ],
    problems: [
      'configuration.rejected /ws/.codex/hooks.json: "version" is unknown here: only "description" and "hooks" are, so Codex drops the whole file.',
    ],
  },
  {
    it: 'an event that Codex does not have and an entry outside of a list go alone',
    tree: `
      //- /ws/.codex/hooks.json
      {"hooks":{"stop":[{"hooks":[${entry}]}],"PreToolUse":[${entry}],"Stop":[{"hooks":[${entry}]}]}}
    `,
    hooks: [
      `codex:workspace:.codex/hooks.json#Stop/*/b5bea41b active`,
      `codex:workspace:.codex/hooks.json#stop/*/b5bea41b broken: ${NO_EVENT}`,
    ],
    problems: [
      `configuration.rejected /ws/.codex/hooks.json: ${NO_EVENT}`,
      'configuration.rejected /ws/.codex/hooks.json: An entry is outside of a "hooks" array, so Codex ignores it.',
    ],
  },
  {
    it: 'a byte order mark takes the whole file away',
    tree: `
      //- /ws/.codex/hooks.json
      \uFEFF${json('Stop')}
    `,
    hooks: [],
    problems: [
      'configuration.rejected /ws/.codex/hooks.json: The file begins with a byte order mark. Codex drops the whole file.',
    ],
  },
  {
    it: 'TOML that does not parse is told with its place',
    tree: `
      //- /ws/.codex/config.toml
      a = 1
      a = 2
    `,
    hooks: [],
    problems: [
      'configuration.rejected /ws/.codex/config.toml: Defining a key multiple times is invalid. Codex does not start.',
    ],
  },
  {
    it: 'matchers that never match, are not looked at, or that Rust refuses',
    tree: `
      //- /ws/.codex/hooks.json
      {"hooks":{"PreToolUse":[
        {"matcher":"exec_command","hooks":[${entry}]},
        {"matcher":"Bash, Edit","hooks":[${entry}]},
        {"matcher":"^(?!Bash)","hooks":[${entry}]},
        {"matcher":"Write|mcp__x","hooks":[${entry}]},
        {"matcher":"Foo|Bar","hooks":[${entry}]}],
        "Stop":[{"matcher":"[","hooks":[${entry}]}]}}
    `,
    hooks: [
      'codex:workspace:.codex/hooks.json#PreToolUse/exec_command/b5bea41b active',
      'codex:workspace:.codex/hooks.json#PreToolUse/Bash%2C%20Edit/b5bea41b active',
      'codex:workspace:.codex/hooks.json#PreToolUse/%5E(%3F!Bash)/b5bea41b active',
      'codex:workspace:.codex/hooks.json#PreToolUse/Write%7Cmcp__x/b5bea41b active',
      'codex:workspace:.codex/hooks.json#PreToolUse/Foo%7CBar/b5bea41b active',
      'codex:workspace:.codex/hooks.json#Stop/%5B/b5bea41b active',
    ],
    problems: [
      'entry.matcher /ws/.codex/hooks.json: "exec_command" matches no tool of Codex, so the entry never runs.',
      'entry.matcher /ws/.codex/hooks.json: "Bash, Edit" matches no tool of Codex, so the entry never runs. Spaces and commas make it a regular expression.',
      'entry.matcher /ws/.codex/hooks.json: "^(?!Bash)" is not a valid Rust regular expression, so Codex skips the entry.',
      'entry.matcher /ws/.codex/hooks.json: "mcp__x" matches no tool of Codex, so this part of the matcher does nothing.',
      'entry.matcher /ws/.codex/hooks.json: "Foo|Bar" matches no tool of Codex, so the entry never runs.',
      'entry.matcher /ws/.codex/hooks.json: Codex ignores matchers of Stop: the entry runs every time.',
    ],
  },
  {
    it: 'switched off by a feature, in whichever file stands last',
    tree: `
      //- /home/.codex/config.toml
      [features]
      hooks = true
      //- /ws/.codex/config.toml
      [features]
      codex_hooks = false
      //- /ws/.codex/hooks.json
      ${json('Stop')}
    `,
    hooks: [
      'codex:workspace:.codex/hooks.json#Stop/*/b5bea41b disabled: Switched off by "features.codex_hooks" in .codex/config.toml.',
    ],
    problems: [
      'entry.off /ws/.codex/hooks.json: Codex does not run this. Switched off by "features.codex_hooks" in .codex/config.toml.',
      'entry.off /ws/.codex/config.toml: Because of this, Codex does not run one hook.',
    ],
  },
  {
    it: 'the newest version of a plugin that is switched on, by its manifest',
    tree: `
      //- /home/.codex/config.toml
      [plugins."lint@market"]
      enabled = true
      [plugins."off@market"]
      enabled = false
      //- /home/.codex/plugins/cache/market/lint/1.9.0/.codex-plugin/plugin.json
      {}
      //- /home/.codex/plugins/cache/market/lint/1.9.0/hooks/hooks.json
      ${json('Stop')}
      //- /home/.codex/plugins/cache/market/lint/1.10.0/.codex-plugin/plugin.json
      {"hooks":"./own.json"}
      //- /home/.codex/plugins/cache/market/lint/1.10.0/own.json
      ${json('SessionStart')}
      //- /home/.codex/plugins/cache/market/off/1.0.0/.codex-plugin/plugin.json
      {}
      //- /home/.codex/plugins/cache/market/off/1.0.0/hooks/hooks.json
      ${json('Stop')}
    `,
    hooks: ['codex:plugin:~/.codex/plugins/cache/market/lint/1.10.0/own.json#SessionStart/*/b5bea41b active'],
  },
])

for (const [what, handler] of [
  ['no type', '{"command":"true"}'],
  ['an unknown type', '{"type":"http","url":"x"}'],
  ['a text as time-out', '{"type":"command","command":"true","timeout":"5"}'],
  ['half a second', '{"type":"command","command":"true","timeout":0.5}'],
  ['a list as command', '{"type":"command","command":["true"]}'],
] as const) {
  test(`${what} takes the whole file away`, async (t) => {
    const tree = writeTree(`//- /ws/.codex/hooks.json\n${json('Stop', `${handler},${entry}`)}`)
    t.after(tree.remove)
    const { hooks, problems } = await discoverIn(tree, 'codex', { environment: {} })
    assert.deepEqual(
      hooks.map(({ state }) => state),
      ['broken', 'broken'],
    )
    assert.equal(problems.length, 1)
  })
}

for (const [event, timeout, ms] of [
  ['Stop', undefined, 600_000],
  ['Stop', 0, 1000],
  ['SessionEnd', undefined, 1000],
  ['SessionEnd', 20, 3000],
  ['Interrupt', 2, 2000],
] as const) {
  test(`${event} with a time-out of ${timeout ?? 'nothing'} is given ${ms} ms`, async (t) => {
    const handler = JSON.stringify({ type: 'command', command: 'true', timeout })
    const tree = writeTree(`//- /ws/.codex/hooks.json\n${json(event, handler)}`)
    t.after(tree.remove)
    const { hooks } = await discoverIn(tree, 'codex', { environment: {} })
    assert.equal(hooks[0]?.timeoutMs, ms)
  })
}

test('a problem in TOML stands at the key it is about', async (t) => {
  const text =
    '[[hooks.Stop]]\nmatcher = "x"\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "./gone.sh"\n'
  const tree = writeTree(`//- /ws/.codex/config.toml\n${text}`)
  t.after(tree.remove)
  const { problems } = await discoverIn(tree, 'codex', { environment: {} })
  assert.deepEqual(
    problems.map(({ code, range }) => [code, text.slice(range?.start, range?.end)]),
    [
      ['entry.matcher', '"x"'],
      ['entry.script', '"./gone.sh"'],
    ],
  )
})
