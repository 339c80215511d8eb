// Entries of Gemini CLI's settings and extensions on real trees: which places count, which faults discard a single
// entry, which keep the program from starting, and what disables hooks.

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
      const found = await discoverIn(tree, 'gemini', { environment: {}, ...row.options?.(tree) })
      const bare = (line: string) => line.replaceAll(tree.folder, '')
      assert.deepEqual(lines(found).map(bare), row.hooks)
      assert.deepEqual(complaints(tree, found).map(bare), row.problems ?? [])
    })
  }
}

const entry = '{"type":"command","command":"true"}'
const json = (event: string, handler = entry) => `{"hooks":{"${event}":[{"hooks":[${handler}]}]}}`
const MANIFEST = '{"name":"lint","version":"1.0.0"}'
const project = (event: string) => `gemini:workspace:.gemini/settings.json#${event}/*/b5bea41b`
const user = (event: string) => `gemini:user:.gemini/settings.json#${event}/*/b5bea41b`
const extension = 'gemini:plugin:~/.gemini/extensions/lint/hooks/hooks.json#AfterTool/*/b5bea41b'

check([
  {
    it: 'the files of user and project and those of extensions count, no other in their folders',
    tree: `
      //- /home/.gemini/settings.json
      // comments are fine
      ${json('BeforeAgent')}
      //- /ws/.gemini/settings.json
      ${json('BeforeTool')}
      //- /ws/.gemini/hooks.json
      ${json('BeforeTool')}
      //- /ws/.gemini/hooks/hooks.json
      ${json('BeforeTool')}
      //- /ws/.gemini/extensions/lint/gemini-extension.json
      ${MANIFEST}
      //- /ws/.gemini/extensions/lint/hooks/hooks.json
      ${json('BeforeTool')}
      //- /home/.gemini/extensions/lint/gemini-extension.json
      ${MANIFEST}
      //- /home/.gemini/extensions/lint/hooks/hooks.json
      ${json('AfterTool')}
    `,
    hooks: [`${user('BeforeAgent')} active`, `${project('BeforeTool')} active`, `${extension} active`],
    problems: ['hooks.json', 'hooks/hooks.json', 'extensions/lint/hooks/hooks.json'].map(
      (file) =>
        `configuration.misplaced /ws/.gemini/${file}: Gemini CLI does not read hooks here, so none of these run.`,
    ),
  },
  {
    it: 'an installed copy counts, whatever its source',
    tree: `
      //- /home/.gemini/extensions/lint/gemini-extension.json
      ${MANIFEST}
      //- /home/.gemini/extensions/lint/hooks/hooks.json
      ${json('BeforeTool')}
      //- /home/.gemini/extensions/lint/.gemini-extension-install.json
      {"type":"local","source":"/nowhere"}
    `,
    hooks: ['gemini:plugin:~/.gemini/extensions/lint/hooks/hooks.json#BeforeTool/*/b5bea41b active'],
  },
  {
    it: 'variables name the home folder and the file of the system',
    tree: `
      //- /home/.gemini/settings.json
      ${json('AfterAgent')}
      //- /elsewhere/.gemini/settings.json
      ${json('BeforeAgent')}
      //- /etc/own.json
      ${json('BeforeTool')}
    `,
    options: (tree) => ({
      environment: {
        GEMINI_CLI_HOME: tree.at('/elsewhere'),
        GEMINI_CLI_SYSTEM_SETTINGS_PATH: tree.at('/etc/own.json'),
      },
    }),
    hooks: [
      'gemini:user:/elsewhere/.gemini/settings.json#BeforeAgent/*/b5bea41b active',
      'gemini:user:/etc/own.json#BeforeTool/*/b5bea41b active',
    ],
  },
  {
    it: 'a trailing comma keeps the program from starting, and no hook of another file runs',
    tree: `
      //- /ws/.gemini/settings.json
      {"hooks":{},}
      //- /home/.gemini/settings.json
      ${json('BeforeTool')}
    `,
    hooks: [
      `${user('BeforeTool')} disabled: Gemini CLI does not start: /ws/.gemini/settings.json is broken.`,
    ],
    problems: [
      'configuration.rejected /ws/.gemini/settings.json: Trailing comma. Gemini CLI does not start.',
    ],
  },
  {
    it: 'unknown events, groups without hooks and entries of no type go alone; one group in place of a list counts',
    tree: `
      //- /ws/.gemini/settings.json
      {"hooks":{"enabled":true,"PreToolUse":[{"hooks":[${entry}]}],
        "BeforeTool":[${entry},{"hooks":[{"command":"id"},{"type":"http"},{"type":"command"},${entry}]}],
        "AfterTool":{"hooks":[${entry}]}}}
    `,
    hooks: [
      'gemini:workspace:.gemini/settings.json#PreToolUse/*/b5bea41b broken: Gemini CLI has no event "PreToolUse", so its entries never run.',
      'gemini:workspace:.gemini/settings.json#BeforeTool/*/a5614527 broken: An entry has no "type", so Gemini CLI skips the entry.',
      'gemini:workspace:.gemini/settings.json#BeforeTool/*/9a706511 broken: An entry has the unknown type "http", so Gemini CLI skips the entry.',
      'gemini:workspace:.gemini/settings.json#BeforeTool/*/11d80c91 broken: An entry has no "command" string, so Gemini CLI skips the entry.',
      `${project('BeforeTool')} active`,
      `${project('AfterTool')} active`,
    ],
    problems: [
      'configuration.rejected /ws/.gemini/settings.json: Gemini CLI has no event "PreToolUse", so its entries never run.',
      'configuration.rejected /ws/.gemini/settings.json: An entry is outside of a "hooks" array, so Gemini CLI ignores it.',
      'configuration.rejected /ws/.gemini/settings.json: An entry has no "type", so Gemini CLI skips the entry.',
      'configuration.rejected /ws/.gemini/settings.json: An entry has the unknown type "http", so Gemini CLI skips the entry.',
      'configuration.rejected /ws/.gemini/settings.json: An entry has no "command" string, so Gemini CLI skips the entry.',
    ],
  },
  {
    it: 'a matcher that is not a string takes every hook of its event along',
    tree: `
      //- /ws/.gemini/settings.json
      {"hooks":{"BeforeTool":[{"matcher":["x"],"hooks":[${entry}]}],"BeforeAgent":[{"matcher":5,"hooks":[${entry}]}]}}
    `,
    hooks: [
      `${project('BeforeTool')} broken: A matcher of this event is not a string, so no hook of it runs.`,
      `${project('BeforeAgent')} active`,
    ],
    problems: [
      'configuration.rejected /ws/.gemini/settings.json: A matcher is not a string, so Gemini CLI runs no hook of BeforeTool at all.',
    ],
  },
  {
    it: 'matchers that never match or are not looked at',
    tree: `
      //- /ws/.gemini/settings.json
      {"hooks":{"BeforeTool":[
        {"matcher":"Bash|Write","hooks":[${entry}]},
        {"matcher":"write_fil","hooks":[${entry}]},
        {"matcher":"run_shel_command","hooks":[${entry}]},
        {"matcher":"mcp_x_.*","hooks":[${entry}]}],
        "SessionStart":[{"matcher":"startup|resume","hooks":[${entry}]}],
        "AfterAgent":[{"matcher":"x","hooks":[${entry}]}]}}
    `,
    hooks: [
      'gemini:workspace:.gemini/settings.json#BeforeTool/Bash%7CWrite/b5bea41b active',
      'gemini:workspace:.gemini/settings.json#BeforeTool/write_fil/b5bea41b active',
      'gemini:workspace:.gemini/settings.json#BeforeTool/run_shel_command/b5bea41b active',
      'gemini:workspace:.gemini/settings.json#BeforeTool/mcp_x_.*/b5bea41b active',
      'gemini:workspace:.gemini/settings.json#SessionStart/startup%7Cresume/b5bea41b active',
      'gemini:workspace:.gemini/settings.json#AfterAgent/x/b5bea41b active',
    ],
    problems: [
      'entry.matcher /ws/.gemini/settings.json: "Bash|Write" matches no tool of Gemini CLI, so the entry never runs.',
      'entry.matcher /ws/.gemini/settings.json: "run_shel_command" matches no tool of Gemini CLI, so the entry never runs.',
      'entry.matcher /ws/.gemini/settings.json: "startup|resume" is not one of startup, resume, clear, so the entry never runs: Gemini CLI compares the whole word.',
      'entry.matcher /ws/.gemini/settings.json: Gemini CLI ignores matchers of AfterAgent: the entry runs every time.',
    ],
  },
  {
    it: 'the switch of the project beats that of the user, for extensions too',
    tree: `
      //- /home/.gemini/settings.json
      {"hooksConfig":{"enabled":true},"hooks":{"BeforeAgent":[{"hooks":[${entry}]}]}}
      //- /ws/.gemini/settings.json
      {"hooksConfig":{"enabled":false}}
      //- /home/.gemini/extensions/lint/gemini-extension.json
      ${MANIFEST}
      //- /home/.gemini/extensions/lint/hooks/hooks.json
      ${json('AfterTool')}
    `,
    hooks: [
      `${user('BeforeAgent')} disabled: Switched off by "hooksConfig.enabled" in .gemini/settings.json.`,
      `${extension} disabled: Switched off by "hooksConfig.enabled" in .gemini/settings.json.`,
    ],
    problems: [
      'entry.off /home/.gemini/settings.json: Gemini CLI does not run this. Switched off by "hooksConfig.enabled" in .gemini/settings.json.',
      'entry.off /home/.gemini/extensions/lint/hooks/hooks.json: Gemini CLI does not run this. Switched off by "hooksConfig.enabled" in .gemini/settings.json.',
      'entry.off /ws/.gemini/settings.json: Because of this, Gemini CLI does not run 2 hooks.',
    ],
  },
  {
    it: 'an extension is off by its own rules',
    tree: `
      //- /home/.gemini/extensions/extension-enablement.json
      {"lint":{"overrides":["/*","!/*"]}}
      //- /home/.gemini/extensions/lint/gemini-extension.json
      ${MANIFEST}
      //- /home/.gemini/extensions/lint/hooks/hooks.json
      ${json('AfterTool')}
    `,
    hooks: [`${extension} disabled: The extension is off by extension-enablement.json.`],
    problems: [
      'entry.off /home/.gemini/extensions/lint/hooks/hooks.json: Gemini CLI does not run this. The extension is off by extension-enablement.json.',
    ],
  },
  {
    it: 'the hooks of an extension need the word around them, and no comments',
    tree: `
      //- /home/.gemini/extensions/lint/gemini-extension.json
      ${MANIFEST}
      //- /home/.gemini/extensions/lint/hooks/hooks.json
      {"AfterTool":[{"hooks":[${entry}]}]}
    `,
    hooks: [],
    problems: [
      'configuration.rejected /home/.gemini/extensions/lint/hooks/hooks.json: There is no "hooks" object, so Gemini CLI ignores the file.',
    ],
  },
  {
    it: 'a folder that the person does not trust',
    tree: `
      //- /home/.gemini/trustedFolders.json
      {"/": "DO_NOT_TRUST"}
      //- /ws/.gemini/settings.json
      ${json('BeforeTool')}
    `,
    hooks: [
      `${project('BeforeTool')} disabled: Gemini CLI does not trust this folder, so it ignores its hooks.`,
    ],
  },
])

for (const [timeout, ms] of [
  [undefined, 60_000],
  [null, 60_000],
  [5000, 5000],
  ['5000', 5000],
  [30, 30],
  [0, 1],
  [-5, 1],
  [1.9, 1],
  ['soon', 1],
  [2 ** 31, 1],
] as const) {
  test(`a time-out of ${JSON.stringify(timeout)} is ${ms} ms`, async (t) => {
    const handler = JSON.stringify({ type: 'command', command: 'true', timeout })
    const tree = writeTree(`//- /ws/.gemini/settings.json\n${json('AfterAgent', handler)}`)
    t.after(tree.remove)
    const { hooks } = await discoverIn(tree, 'gemini', { environment: {} })
    assert.equal(hooks[0]?.timeoutMs, ms)
  })
}

test('scripts are found behind the variables of the program and of extensions', async (t) => {
  const tree = writeTree(`
    //- /ws/.gemini/settings.json
    ${json('BeforeTool', '{"type":"command","command":"$GEMINI_PROJECT_DIR/guard.sh"}')}
    //- /ws/guard.sh
    exit 0
    //- /home/.gemini/extensions/lint/gemini-extension.json
    ${MANIFEST}
    //- /home/.gemini/extensions/lint/hooks/hooks.json
    ${json('AfterTool', '{"type":"command","command":"bash ${extensionPath}${/}lint.sh"}')}
    //- /home/.gemini/extensions/lint/lint.sh
    exit 0
  `)
  t.after(tree.remove)
  const { hooks } = await discoverIn(tree, 'gemini', { environment: {} })
  assert.deepEqual(
    hooks.map(({ entry }) => entry?.scripts),
    [[tree.at('/ws/guard.sh')], [tree.at('/home/.gemini/extensions/lint/lint.sh')]],
  )
})
