// Entries of VS Code's own agent on real trees: which files count, in which order, and what is reported about ignored
// ones.

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
  /** The system for which the row holds: each keeps the user's settings elsewhere. */
  readonly only?: string
}

function check(rows: readonly Row[]): void {
  for (const row of rows) {
    const skip = row.only !== undefined && row.only !== process.platform
    test(row.it, { skip: skip ? `only on ${row.only}` : false }, async (t) => {
      const tree = writeTree(row.tree)
      t.after(tree.remove)
      const found = await discoverIn(tree, 'vscode', { environment: {}, ...row.options?.(tree) })
      const bare = (line: string) => line.replaceAll(tree.folder, '')
      assert.deepEqual(lines(found).map(bare), row.hooks)
      assert.deepEqual(complaints(tree, found).map(bare), row.problems ?? [])
    })
  }
}

const entry = '{"type":"command","command":"true"}'
const json = (event: string, handler = entry) => `{"hooks":{"${event}":[${handler}]}}`
const claude = (event: string) => `{"hooks":{"${event}":[{"hooks":[${entry}]}]}}`

const NOT_FIRED = 'VS Code never fires "sessionEnd", so its entries never run there.'
const noEvent = (name: string) => `VS Code has no event "${name}", so its entries never run there.`
const OTHER_TYPE = 'VS Code runs entries of the type "command" only, so it skips this one.'
const NO_OBJECT = 'An entry is not an object, so VS Code skips it.'

check([
  {
    it: 'the hooks of the user come first, then files of the workspace by name; comments are read',
    tree: `
      //- /ws/.github/hooks/b.json
      { // mine
        "hooks": { "Stop": [ ${entry}, ], } }
      //- /ws/.github/hooks/a.json
      ${json('PreToolUse')}
      //- /home/.copilot/hooks/z.json
      ${json('SessionStart')}
      //- /ws/.claude/settings.json
      ${claude('Stop')}
    `,
    hooks: [
      'vscode:user:.copilot/hooks/z.json#SessionStart/*/b5bea41b active',
      'vscode:workspace:.github/hooks/a.json#PreToolUse/*/b5bea41b active',
      'vscode:workspace:.github/hooks/b.json#Stop/*/b5bea41b active',
    ],
  },
  {
    it: 'settings of the workspace switch the settings of Claude Code on',
    tree: `
      //- /ws/.vscode/settings.json
      { "chat.useClaudeHooks": true, /* and more */ "editor.tabSize": 2 }
      //- /ws/.claude/settings.json
      ${claude('Stop')}
      //- /ws/.claude/settings.local.json
      ${claude('SessionStart')}
      //- /home/.claude/settings.json
      ${claude('PreToolUse')}
      //- /ws/.github/hooks/a.json
      ${json('UserPromptSubmit')}
    `,
    hooks: [
      'vscode:user:.claude/settings.json#PreToolUse/*/b5bea41b active',
      'vscode:workspace:.github/hooks/a.json#UserPromptSubmit/*/b5bea41b active',
      'vscode:workspace:.claude/settings.local.json#SessionStart/*/b5bea41b active',
      'vscode:workspace:.claude/settings.json#Stop/*/b5bea41b active',
    ],
  },
  {
    it: 'settings of the user, which XDG_CONFIG_HOME moves',
    only: 'linux',
    tree: `
      //- /home/.config/Code/User/settings.json
      { "chat.useHooks": false }
      //- /config/Code/User/settings.json
      { "chat.hookFilesLocations": { "~/mine": true } }
      //- /home/mine/a.json
      ${json('Stop')}
    `,
    options: (tree) => ({ environment: { XDG_CONFIG_HOME: tree.at('/config') } }),
    hooks: ['vscode:user:mine/a.json#Stop/*/b5bea41b active'],
  },
  {
    it: 'folders above count where settings say so',
    tree: `
      //- /ws/.git/HEAD
      x
      //- /ws/.github/hooks/a.json
      ${json('Stop')}
      //- /ws/in/.vscode/settings.json
      { "chat.useCustomizationsInParentRepositories": true }
      //- /ws/in/.github/hooks/a.json
      ${json('SessionStart')}
    `,
    options: (tree) => ({ root: tree.at('/ws/in') }),
    hooks: [
      'vscode:workspace:.github/hooks/a.json#SessionStart/*/b5bea41b active',
      'vscode:workspace:/ws/.github/hooks/a.json#Stop/*/b5bea41b active',
    ],
  },
  {
    it: 'what VS Code does not know or run goes alone',
    tree: `
      //- /ws/.github/hooks/a.json
      {"version":1,"hooks":{"sessionEnd":[${entry}],"permissionRequest":[${entry}],"stop":[${entry}],
        "Stop":[{"type":"http","url":"https://x"},"x",{"hooks":[${entry},2]}],"PreToolUse":${entry}}}
      //- /ws/.github/hooks/b.json
      []
      //- /ws/.github/hooks/c.json
      {"version":1}
      //- /ws/.github/hooks/d.json
      {"hooks":
    `,
    hooks: [
      `vscode:workspace:.github/hooks/a.json#SessionEnd/*/b5bea41b broken: ${NOT_FIRED}`,
      `vscode:workspace:.github/hooks/a.json#permissionRequest/*/b5bea41b broken: ${noEvent('permissionRequest')}`,
      `vscode:workspace:.github/hooks/a.json#stop/*/b5bea41b broken: ${noEvent('stop')}`,
      `vscode:workspace:.github/hooks/a.json#Stop/*/cf4cf6ca broken: ${OTHER_TYPE}`,
      'vscode:workspace:.github/hooks/a.json#Stop/*/b5bea41b active',
    ],
    problems: [
      'configuration.rejected /ws/.github/hooks/d.json: Value expected. VS Code drops the whole file.',
      `configuration.rejected /ws/.github/hooks/a.json: ${NOT_FIRED}`,
      `configuration.rejected /ws/.github/hooks/a.json: ${noEvent('permissionRequest')}`,
      `configuration.rejected /ws/.github/hooks/a.json: ${noEvent('stop')}`,
      `configuration.rejected /ws/.github/hooks/a.json: ${OTHER_TYPE}`,
      `configuration.rejected /ws/.github/hooks/a.json: ${NO_OBJECT}`,
      `configuration.rejected /ws/.github/hooks/a.json: ${NO_OBJECT}`,
      'configuration.rejected /ws/.github/hooks/a.json: "PreToolUse" is not an array, so VS Code skips it.',
      'configuration.rejected /ws/.github/hooks/b.json: The file is not an object, so VS Code ignores it.',
      'configuration.rejected /ws/.github/hooks/c.json: There is no "hooks", so VS Code ignores the file.',
    ],
  },
  {
    it: 'a matcher is kept and said to mean nothing, beside the command and above it',
    tree: `
      //- /ws/.github/hooks/a.json
      {"hooks":{"PreToolUse":[{"matcher":"Bash","type":"command","command":"true"},
        {"matcher":"Edit","hooks":[{"type":"command","command":"false"}]}]}}
    `,
    hooks: [
      'vscode:workspace:.github/hooks/a.json#PreToolUse/Bash/b5bea41b active',
      'vscode:workspace:.github/hooks/a.json#PreToolUse/Edit/fcbcf165 active',
    ],
    problems: [
      'entry.matcher /ws/.github/hooks/a.json: VS Code ignores matchers: this runs for every tool.',
      'entry.matcher /ws/.github/hooks/a.json: VS Code ignores matchers: this runs for every tool.',
    ],
  },
  {
    it: 'a script is looked for where the entry starts',
    tree: `
      //- /ws/.github/hooks/a.json
      {"hooks":{"Stop":[{"type":"command","command":"./one.sh","cwd":"tools"},{"type":"command","command":"./two.sh","cwd":"~/bin"}]}}
      //- /ws/tools/one.sh 755
      #!/bin/sh
      //- /home/bin/two.sh 755
      #!/bin/sh
    `,
    hooks: [
      'vscode:workspace:.github/hooks/a.json#Stop/*/tools/one.sh active',
      'vscode:workspace:.github/hooks/a.json#Stop/*/%7E/bin/two.sh active',
    ],
    problems: [],
  },
])
