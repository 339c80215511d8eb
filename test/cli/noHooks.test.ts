// Where there is nothing to list or to trust, the output names the next step.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openCli } from '../support/cli.ts'
import { writeTree } from '../support/tree.ts'

const cli = openCli()
after(cli.close)

const tree = writeTree(`
  //- /empty/
  //- /home/
  //- /ws/sub/
  //- /ws/.kodelet/hooks/guard 644
  #!/bin/bash
  # @hook turn_end
  case "$1" in hook) echo turn_end ;; esac
  //- /host/.claude/settings.json
  { "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }] } }
  //- /host/sub/
  //- /none/.claude/settings.json
  { "permissions": { "allow": ["Read"] } }
  //- /none/.claude/projects/p/1.jsonl
  //- /none/sub/
  //- /two/.kodelet/hooks/guard 644
  #!/bin/bash
  case "$1" in hook) echo turn_end ;; esac
  //- /two/.kodelet/hooks/other 755
  #!/bin/bash
  case "$1" in hook) echo turn_end ;; esac
`)
after(tree.remove)

const rows: readonly (readonly [folder: string, args: readonly string[], expected: RegExp])[] = [
  [
    '/empty',
    ['list'],
    /^0 hooks, 0 active\.\nHooks are looked for in .*\.kodelet\/hooks.*`hookbench new <dialect> <event>` writes one\.\n/,
  ],
  ['/empty', ['trust'], /^There is no hook here\. Hooks are looked for in /],
  ['/ws/sub', ['list'], /\n\.\. has hooks: `hookbench list --workspace \.\.`\.\n/],
  ['/host/sub', ['list'], /\n\.\. has hooks: `hookbench list --workspace \.\.`\.\n/],
  ['/none/sub', ['list'], /^0 hooks, 0 active\.\nHooks are looked for in .*\.claude\/settings\.json/],
  ['/ws', ['list'], /\n1 hook, 0 active, 1 broken\.\n/],
  [
    '/ws',
    ['trust'],
    /^No hook is waiting for trust\. 1 is broken: kodelet:workspace:guard: Not executable, /,
  ],
  ['/two', ['list'], /\n2 hooks, 0 active, 1 broken\. 1 waits for `hookbench trust`\.\n/],
  ['/two', ['trust', '--yes'], /Trusted 1 hook\.\n$/],
  ['/two', ['trust'], /^Every other hook found here is already trusted\. 1 is broken: /],
]

for (const [folder, args, expected] of rows) {
  test(`${args.join(' ')} in ${folder}`, async () => {
    const { stdout, stderr } = await cli.run(['--home', tree.at('/home'), ...args], { cwd: tree.at(folder) })
    assert.match(stdout, expected, stderr)
    assert.equal(/^\/(?:empty|none)/.test(folder) && stdout.includes('has hooks'), false)
  })
}
