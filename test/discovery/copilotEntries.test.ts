// Entries of Copilot's configuration on real trees: hook files and settings files, which places count, and which faults
// discard an entry or a whole file.

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

const short = (line: string) => line.replace(/^copilot:|\/b5bea41b(?= |$)/g, '')

function check(rows: readonly Row[]): void {
  for (const row of rows) {
    test(row.it, async (t) => {
      const tree = writeTree(row.tree)
      t.after(tree.remove)
      const found = await discoverIn(tree, 'copilot', { environment: {}, ...row.options?.(tree) })
      const bare = (line: string) => short(line.replaceAll(tree.folder, ''))
      assert.deepEqual(lines(found).map(bare), row.hooks)
      assert.deepEqual(complaints(tree, found).map(bare), row.problems ?? [])
    })
  }
}

const entry = '{"type":"command","bash":"true"}'
const json = (event: string, handler = entry) => `{"version":1,"hooks":{"${event}":[${handler}]}}`

check([
  {
    it: 'files of the user first, those of the project after them, folders within after what lies above',
    tree: `
      //- /home/.copilot/hooks/deep/u.json
      ${json('sessionEnd')}
      //- /home/.copilot/settings.json
      // the user's may have comments
      {"hooks":{"sessionStart":[${entry}]}}
      //- /ws/.github/hooks/z.json
      ${json('agentStop')}
      //- /ws/.github/hooks/a/b.json
      ${json('preToolUse')}
      //- /ws/.claude/settings.json
      {"permissions":{},"hooks":{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}}
      //- /ws/.github/copilot/settings.local.json
      {"hooks":{"preToolUse":[${entry}]}}
      //- /ws/.github/hooks.json
      ${json('agentStop')}
      //- /home/.claude/settings.json
      ${json('Stop')}
    `,
    hooks: [
      'user:.copilot/hooks/deep/u.json#sessionEnd/* active',
      'user:.copilot/settings.json#sessionStart/* active',
      'workspace:.github/hooks/z.json#agentStop/* active',
      'workspace:.github/hooks/a/b.json#preToolUse/* active',
      'workspace:.claude/settings.json#Stop/* active',
      'workspace:.github/copilot/settings.local.json#preToolUse/* active',
    ],
    problems: [
      'entry.twice /ws/.github/hooks/z.json: Copilot CLI runs this command here and for an entry of .claude/settings.json, each time.',
      'entry.twice /ws/.github/hooks/a/b.json: Copilot CLI runs this command here and for an entry of .github/copilot/settings.local.json, each time.',
      'entry.twice /ws/.github/copilot/settings.local.json: Copilot CLI runs this command here and for an entry of .github/hooks/a/b.json, each time.',
      'configuration.misplaced /ws/.github/hooks.json: Copilot CLI does not read hooks here, so none of these run.',
    ],
  },
  {
    it: 'COPILOT_HOME moves the folder of the user',
    tree: `
      //- /home/.copilot/hooks/a.json
      ${json('agentStop')}
      //- /elsewhere/hooks/a.json
      ${json('sessionStart')}
    `,
    options: (tree) => ({ environment: { COPILOT_HOME: tree.at('/elsewhere') } }),
    hooks: ['user:/elsewhere/hooks/a.json#sessionStart/* active'],
  },
  {
    it: 'bad entries of a file of hooks go alone',
    tree: `
      //- /ws/.github/hooks/a.json
      {"hooks":{"preToolUse":[{"type":"nope","bash":"true"},${entry},{"bash":"true","timeoutSec":"5"}],"nope":"x"}}
    `,
    hooks: [
      'workspace:.github/hooks/a.json#preToolUse/*/b5bea41b~e65b01 broken: An entry has the unknown type "nope", so Copilot skips the entry.',
      'workspace:.github/hooks/a.json#preToolUse/*/b5bea41b~a26229 active',
      'workspace:.github/hooks/a.json#preToolUse/*/b5bea41b~7f126e broken: "timeoutSec" is not a number of seconds above 0, so Copilot skips the entry.',
    ],
    problems: [
      'configuration.rejected /ws/.github/hooks/a.json: An entry has the unknown type "nope", so Copilot skips the entry.',
      'configuration.rejected /ws/.github/hooks/a.json: "timeoutSec" is not a number of seconds above 0, so Copilot skips the entry.',
      'configuration.rejected /ws/.github/hooks/a.json: Copilot has no event "nope", so its entries never run.',
    ],
  },
  {
    it: 'one bad entry of a settings file takes all of its hooks away, a bad pattern only its own',
    tree: `
      //- /ws/.claude/settings.json
      {"hooks":{"Stop":[${entry}],"PreToolUse":[{"hooks":[{"type":"agent","prompt":"x"}]}]}}
      //- /ws/.claude/settings.local.json
      {"hooks":{"Stop":[${entry}],"PreToolUse":[{"matcher":"[","hooks":[${entry}]}]}}
    `,
    hooks: [
      'workspace:.claude/settings.json#Stop/* broken: An entry has the unknown type "agent", so Copilot drops all hooks of the file.',
      'workspace:.claude/settings.json#PreToolUse/*/5be9f4af broken: An entry has the unknown type "agent", so Copilot drops all hooks of the file.',
      'workspace:.claude/settings.local.json#Stop/* active',
      'workspace:.claude/settings.local.json#PreToolUse/%5B broken: The matcher "[" is not a valid regular expression, so Copilot skips the entry.',
    ],
    problems: [
      'configuration.rejected /ws/.claude/settings.json: An entry has the unknown type "agent", so Copilot drops all hooks of the file.',
    ],
  },
  {
    it: 'a byte order mark and a comment take a file away',
    tree: `
      //- /ws/.github/hooks/a.json
      \uFEFF${json('agentStop')}
      //- /ws/.github/hooks/b.json
      // hooks
      ${json('agentStop')}
    `,
    hooks: [],
    problems: [
      'configuration.rejected /ws/.github/hooks/a.json: The file begins with a byte order mark. Copilot CLI drops the whole file.',
      'configuration.rejected /ws/.github/hooks/b.json: Invalid comment token. Copilot CLI drops the whole file.',
    ],
  },
  {
    it: 'switched off in a settings file of the project: everything but what is managed',
    tree: `
      //- /home/.copilot/hooks/a.json
      ${json('agentStop')}
      //- /ws/.claude/settings.json
      {"disableAllHooks":true}
    `,
    hooks: [
      'user:.copilot/hooks/a.json#agentStop/* disabled: Switched off by "disableAllHooks" in .claude/settings.json.',
    ],
    problems: [
      'entry.off /home/.copilot/hooks/a.json: Copilot CLI does not run this. Switched off by "disableAllHooks" in .claude/settings.json.',
      'entry.off /ws/.claude/settings.json: Because of this, Copilot CLI does not run one hook.',
    ],
  },
  {
    it: 'matchers in the words of the other spelling, or that are not looked at',
    tree: `
      //- /ws/.github/hooks/a.json
      {"hooks":{"preToolUse":[{"matcher":"Bash","bash":"true"}],"PreToolUse":[{"matcher":"Bash, Edit","bash":"true"}],
        "agentStop":[{"matcher":"x","bash":"true"}]}}
    `,
    hooks: [
      'workspace:.github/hooks/a.json#preToolUse/Bash active',
      'workspace:.github/hooks/a.json#agentStop/x active',
      'workspace:.github/hooks/a.json#PreToolUse/Bash%2C%20Edit active',
    ],
    problems: [
      `entry.matcher /ws/.github/hooks/a.json: "Bash" matches no tool of Copilot, so the entry never runs. preToolUse is matched against Copilot's own tool names.`,
      'entry.matcher /ws/.github/hooks/a.json: Copilot ignores matchers of agentStop: the entry runs every time.',
      'entry.matcher /ws/.github/hooks/a.json: "Bash, Edit" matches no tool of Copilot, so the entry never runs. Spaces and commas make it a regular expression.',
    ],
  },
])

for (const [timeouts, ms] of [
  [{}, 30_000],
  [{ timeoutSec: 5, timeout: 9 }, 5000],
  [{ timeout: 0.5 }, 500],
] as const) {
  test(`an entry with ${JSON.stringify(timeouts)} is given ${ms} ms`, async (t) => {
    const handler = JSON.stringify({ type: 'command', bash: 'true', ...timeouts })
    const tree = writeTree(`//- /ws/.github/hooks/a.json\n${json('agentStop', handler)}`)
    t.after(tree.remove)
    const { hooks } = await discoverIn(tree, 'copilot', { environment: {} })
    assert.equal(hooks[0]?.timeoutMs, ms)
  })
}

test('a problem stands at the key that it is about', async (t) => {
  const text =
    '{"hooks":{"preToolUse":[{"bash":"./gone.sh","matcher":"Bash"}],"PreToolUse":[{"matcher":"Bahs","hooks":[{"command":"true"}]}]}}'
  const tree = writeTree(`//- /ws/.github/hooks/a.json\n${text}`)
  t.after(tree.remove)
  const { problems } = await discoverIn(tree, 'copilot', { environment: {} })
  assert.deepEqual(
    problems.map(({ code, range }) => [code, text.slice(range?.start, range?.end)]),
    [
      ['entry.matcher', '"Bash"'],
      ['entry.script', '"./gone.sh"'],
      ['entry.matcher', '"Bahs"'],
    ],
  )
})
