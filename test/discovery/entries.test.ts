// Entries of Claude Code's configuration on real trees: which exist, their names and states, and which problems are
// reported.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DiscoverOptions } from '../../runtime/discovery/discover.ts'
import { writeTree } from '../support/tree.ts'
import { complaints, discoverIn, lines, watchedDisk } from './setting.ts'

type Row = {
  readonly it: string
  readonly tree: string
  readonly hooks?: readonly string[]
  readonly problems?: readonly string[]
  readonly options?: Partial<DiscoverOptions>
}

function check(rows: readonly Row[]): void {
  for (const row of rows) {
    test(row.it, async (t) => {
      const tree = writeTree(row.tree)
      t.after(tree.remove)
      const found = await discoverIn(tree, 'claude-code', { environment: {}, ...row.options })
      if (row.hooks !== undefined)
        assert.deepEqual(
          lines(found).map((line) => line.replaceAll(tree.folder, '')),
          row.hooks,
        )
      if (row.problems !== undefined)
        assert.deepEqual(
          complaints(tree, found).map((line) => line.replaceAll(tree.folder, '')),
          row.problems,
        )
    })
  }
}

/** A settings file with these entries, each `event matcher command`; `-` means no matcher. */
function settings(...entries: readonly string[]): string {
  const hooks: Record<string, object[]> = {}
  for (const entry of entries) {
    const [event = '', matcher = '', ...command] = entry.split(' ')
    const group = matcher === '-' ? {} : { matcher }
    hooks[event] ??= []
    hooks[event].push({ ...group, hooks: [{ type: 'command', command: command.join(' ') }] })
  }
  return JSON.stringify({ hooks })
}

check([
  {
    it: 'entries of all settings files, each with event, matcher and the script it runs',
    tree: `
      //- /home/.claude/settings.json
      ${settings('PreToolUse - ~/.claude/hooks/mine.sh')}
      //- /home/.claude/hooks/mine.sh 755
      #!/bin/sh
      //- /ws/.claude/settings.json
      ${settings('PreToolUse Bash "$CLAUDE_PROJECT_DIR"/scripts/guard.sh', 'PostToolUse Edit|Write prettier --write .')}
      //- /ws/.claude/settings.local.json
      ${settings('Stop - python3 scripts/stop.py')}
      //- /ws/scripts/guard.sh 755
      #!/bin/sh
      //- /ws/scripts/stop.py
      pass
    `,
    hooks: [
      'claude-code:user:.claude/settings.json#PreToolUse/*/%7E/.claude/hooks/mine.sh active',
      'claude-code:workspace:.claude/settings.json#PreToolUse/Bash/scripts/guard.sh active',
      'claude-code:workspace:.claude/settings.json#PostToolUse/Edit%7CWrite/f68b51ec active',
      'claude-code:workspace:.claude/settings.local.json#Stop/*/scripts/stop.py active',
    ],
    problems: [],
  },
  {
    it: 'other files of the folder are none of our business but those that are taken for configuration',
    tree: `
      //- /ws/.claude/hooks/guard.sh 755
      #!/bin/sh
      //- /ws/.claude/hooks.json
      ${settings('PreToolUse Bash x')}
      //- /ws/.claude/README.md
      hello
      //- /home/.claude/settings.local.json
      ${settings('PreToolUse Bash x')}
      //- /home/.claude/history.jsonl
      {}
      //- /home/.claude/projects/-srv-shop/session.jsonl
      {}
    `,
    hooks: [],
    problems: [
      'configuration.misplaced /ws/.claude/hooks.json: Claude Code does not read hooks here, so none of these run.',
      'configuration.misplaced /home/.claude/settings.local.json: Claude Code does not read hooks here, so none of these run.',
    ],
  },
  {
    it: 'a bad entry under PreToolUse kills the file, and every entry says so',
    tree: `
      //- /ws/.claude/settings.json
      {"hooks":{"PreToolUse":[{"hooks":[{"type":"command"}]}],"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}}
    `,
    hooks: [
      'claude-code:workspace:.claude/settings.json#PreToolUse/*/11d80c91 broken: A command entry has no "command" string, so Claude Code drops the whole file, permissions included.',
      'claude-code:workspace:.claude/settings.json#Stop/*/b5bea41b broken: A command entry has no "command" string, so Claude Code drops the whole file, permissions included.',
    ],
    problems: [
      'configuration.rejected /ws/.claude/settings.json: A command entry has no "command" string, so Claude Code drops the whole file, permissions included.',
    ],
  },
  {
    it: 'a bad entry under any other event goes alone',
    tree: `
      //- /ws/.claude/settings.json
      {"hooks":{"Stop":[{"hooks":[{"type":"command","command":"true","timeout":"5"},{"type":"command","command":"false"}]}]}}
    `,
    hooks: [
      'claude-code:workspace:.claude/settings.json#Stop/*/b5bea41b broken: "timeout" is not a number of seconds above 0, so Claude Code ignores this entry.',
      'claude-code:workspace:.claude/settings.json#Stop/*/fcbcf165 active',
    ],
  },
  {
    it: 'an unknown event is told, and the rest loads',
    tree: `
      //- /ws/.claude/settings.json
      ${settings('preToolUse Bash true', 'Stop - true')}
    `,
    hooks: [
      'claude-code:workspace:.claude/settings.json#preToolUse/Bash/b5bea41b broken: Claude Code has no event "preToolUse", so its entries never run.',
      'claude-code:workspace:.claude/settings.json#Stop/*/b5bea41b active',
    ],
    problems: [
      'configuration.rejected /ws/.claude/settings.json: Claude Code has no event "preToolUse", so its entries never run.',
    ],
  },
  {
    it: 'a comment makes the file malformed, and a byte order mark does not',
    tree: `
      //- /ws/.claude/settings.json
      { // no
      "hooks": {} }
      //- /ws/.claude/settings.local.json
      \uFEFF${settings('Stop - true')}
    `,
    hooks: ['claude-code:workspace:.claude/settings.local.json#Stop/*/b5bea41b active'],
    problems: [
      'configuration.rejected /ws/.claude/settings.json: Invalid comment token. Claude Code drops the whole file.',
    ],
  },
  {
    it: 'what disables all hooks disables them in every file, and the last file decides',
    tree: `
      //- /home/.claude/settings.json
      {"disableAllHooks":true,"hooks":{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}}
      //- /ws/.claude/settings.json
      ${settings('Stop - false')}
    `,
    hooks: [
      'claude-code:user:.claude/settings.json#Stop/*/b5bea41b disabled: Switched off by "disableAllHooks" in ~/.claude/settings.json.',
      'claude-code:workspace:.claude/settings.json#Stop/*/fcbcf165 disabled: Switched off by "disableAllHooks" in ~/.claude/settings.json.',
    ],
  },
  {
    it: 'a matcher that matches no tool and a script that is not there are told',
    tree: `
      //- /ws/.claude/settings.json
      ${settings('PreToolUse bash true', 'PreToolUse mcp__demo true', 'Stop Bash true', 'PreToolUse Edit ./gone.sh', 'PreToolUse Bash(git:*) true')}
    `,
    problems: [
      'entry.matcher /ws/.claude/settings.json: Claude Code has no tool "bash", so the entry never runs.',
      'entry.matcher /ws/.claude/settings.json: "mcp__demo" names a server but no tool, so it matches nothing.',
      'entry.script /ws/.claude/settings.json: There is no file gone.sh, so this entry checks nothing: Claude Code goes on as if it had not run.',
      'entry.matcher /ws/.claude/settings.json: "Bash(git:*)" is read as a regular expression and matches no tool, so the entry never runs.',
      'entry.matcher /ws/.claude/settings.json: Claude Code ignores matchers of Stop: the entry runs every time.',
    ],
  },
  {
    it: 'the repository of a plugin shows the hooks that it ships',
    tree: `
      //- /ws/.claude-plugin/plugin.json
      {"name":"lint"}
      //- /ws/hooks/hooks.json
      {"hooks":{"Stop":[{"hooks":[{"type":"command","command":"\${CLAUDE_PLUGIN_ROOT}/run.sh"}]}]}}
      //- /ws/run.sh 755
      #!/bin/sh
    `,
    hooks: ['claude-code:plugin:hooks/hooks.json#Stop/*/run.sh active'],
    problems: [],
  },
  {
    it: 'the repository of a plugin shows the hooks of its manifest, inline and by file',
    tree: `
      //- /ws/.claude-plugin/plugin.json
      {"name":"lint","hooks":{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}}
      //- /ws/.claude-plugin/marketplace.json
      {"name":"m","plugins":[{"name":"a","source":"./a"}]}
      //- /ws/a/.claude-plugin/plugin.json
      {"name":"a","hooks":"./more.json"}
      //- /ws/a/more.json
      {"hooks":{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}}
    `,
    hooks: [
      'claude-code:plugin:.claude-plugin/plugin.json#Stop/*/b5bea41b active',
      'claude-code:plugin:a/more.json#Stop/*/b5bea41b active',
    ],
  },
  {
    it: 'a repository of plugins shows those of each',
    tree: `
      //- /ws/.claude-plugin/marketplace.json
      {"name":"m","plugins":[{"name":"a","source":"./plugins/a"},{"name":"x","source":"../../x"}]}
      //- /ws/plugins/a/hooks/hooks.json
      {"hooks":{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}}
      //- /x/hooks/hooks.json
      {"hooks":{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}}
    `,
    hooks: ['claude-code:plugin:plugins/a/hooks/hooks.json#Stop/*/b5bea41b active'],
  },
  {
    it: 'frontmatter of skills, commands and agents',
    tree: `
      //- /ws/.claude/skills/deploy/SKILL.md
      ---
      name: deploy
      hooks:
        PreToolUse:
          - matcher: Bash
            hooks:
              - type: command
                command: ./check.sh
      ---
      Deploy.
      //- /ws/check.sh 755
      #!/bin/sh
    `,
    hooks: ['claude-code:workspace:.claude/skills/deploy/SKILL.md#PreToolUse/Bash/check.sh active'],
    problems: [],
  },
  {
    it: 'a moved configuration folder is read in place of the home',
    tree: `
      //- /home/.claude/settings.json
      ${settings('Stop - true')}
      //- /moved/settings.json
      ${settings('Stop - false')}
    `,
    hooks: [],
    options: { environment: { CLAUDE_CONFIG_DIR: '/nowhere' } },
  },
])

test('only files that the host reads are looked at, however many stand beside them', async (t) => {
  const tree = writeTree(`
    //- /ws/.claude/settings.json
    ${settings('PreToolUse Bash true')}
    ${Array.from({ length: 50 }, (_, n) => `//- /home/.claude/projects/p${n}/session.jsonl\n{}\n`).join('')}
  `)
  t.after(tree.remove)
  const { disk } = watchedDisk()
  const seen: string[] = []
  const spying = {
    ...disk,
    list: (folder: string) => {
      seen.push(folder)
      return disk.list(folder)
    },
    read: (path: string, limit: number) => {
      seen.push(path)
      return disk.read(path, limit)
    },
  }
  await discoverIn(tree, 'claude-code', { environment: {}, disk: spying })
  assert.deepEqual(
    seen.filter((path) => path.includes('/projects')),
    [],
  )
  assert.equal(seen.includes(tree.at('/home/.claude')), false)
})

test('an entry knows the files that its script loads', async (t) => {
  const tree = writeTree(`
    //- /ws/.claude/settings.json
    ${settings('PreToolUse Bash node scripts/guard.mjs')}
    //- /ws/scripts/guard.mjs
    @import ./lib.mjs
    //- /ws/scripts/lib.mjs
    x
  `)
  t.after(tree.remove)
  const { hooks } = await discoverIn(tree, 'claude-code', { environment: {} })
  assert.deepEqual(hooks[0]?.files, [tree.at('/ws/scripts/guard.mjs'), tree.at('/ws/scripts/lib.mjs')])
})

test('plugins that settings switch on are found by their installed folder; others are not', async (t) => {
  const hooks = '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"${CLAUDE_PLUGIN_ROOT}/run.sh"}]}]}}'
  const tree = writeTree(`
    //- /home/.claude/settings.json
    {"enabledPlugins":{"lint@market":true,"off@market":false,"there@market":true}}
    //- /lint/hooks/hooks.json
    ${hooks}
    //- /lint/run.sh 755
    #!/bin/sh
    //- /off/hooks/hooks.json
    ${hooks}
    //- /there/hooks/hooks.json
    ${hooks}
  `)
  t.after(tree.remove)
  const installed = (scope: string, path: string) => [
    { scope, installPath: tree.at(path), projectPath: '/elsewhere' },
  ]
  tree.write(`
    //- /home/.claude/plugins/installed_plugins.json
    ${JSON.stringify({
      version: 2,
      plugins: {
        'lint@market': installed('user', '/lint'),
        'off@market': installed('user', '/off'),
        'there@market': installed('project', '/there'),
      },
    })}
  `)
  const { hooks: found } = await discoverIn(tree, 'claude-code', { environment: {} })
  assert.deepEqual(
    found.map(({ path, files, entry }) => [path, files, entry?.owner]),
    [[tree.at('/lint/hooks/hooks.json'), [tree.at('/lint/run.sh')], 'lint']],
  )
})

test('an entry has the name of its script, not of the installed program that runs it', async (t) => {
  const tree = writeTree(`
    //- /ws/.claude/settings.json
    ${settings('Stop - ./node_modules/.bin/tsx .claude/hooks/stop.ts', 'Stop - .venv/bin/python .claude/hooks/stop.py', 'Stop - ./node_modules/.bin/eslint .')}
    //- /ws/.claude/hooks/stop.ts
    export {}
    //- /ws/.claude/hooks/stop.py
    pass
  `)
  t.after(tree.remove)
  const found = await discoverIn(tree, 'claude-code', { environment: {} })
  assert.deepEqual(
    found.hooks.map(({ name }) => name),
    ['stop.ts', 'stop.py', 'eslint'],
  )
})
