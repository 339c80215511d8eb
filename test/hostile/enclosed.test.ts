// A sandboxed hook's own variables: they run nothing outside of the sandbox, and still reach the hook as they are.
// Skipped with the reason where this machine cannot create a sandbox.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { recordOf } from '../../runtime/contract/dialects/index.ts'
import { noSandbox } from '../../runtime/contract/sandbox.ts'
import { sandboxObstacle } from '../../runtime/executors/sandbox/obstacle.ts'
import { openWorkspace } from '../../runtime/index.ts'
import { writeTree } from '../support/tree.ts'

const obstacle = sandboxObstacle()
const skip = obstacle === undefined ? false : `no sandbox on this machine: ${obstacle.replace(/, $/, '')}`

// `boot.sh` and `bin/` write where only a process outside of the sandbox can.
const FILES = `//- /home/
//- /ws/boot.sh
echo > HOME/escaped
//- /ws/bin/bash 755
#!/bin/sh
echo > HOME/escaped
exec /bin/bash "$@"
//- /ws/bin/bwrap 755
#!/bin/sh
echo > HOME/escaped
exec /usr/bin/bwrap "$@"
//- /ws/bin/socat 755
#!/bin/sh
echo > HOME/escaped
exec /usr/bin/socat "$@"
//- /ws/guard.sh
cat > /dev/null
printf '{"permissionDecision": "deny", "permissionDecisionReason": "%s"}' "$PROBE"
`

const PROBE = "it's $HOME `x` ! ü"

const rows: readonly (readonly [name: string, env: Readonly<Record<string, string>>])[] = [
  ['BASH_ENV', { BASH_ENV: 'ROOT/boot.sh' }],
  ['PATH', { PATH: 'ROOT/bin:/usr/local/bin:/usr/bin:/bin' }],
  ['an exported function', { 'BASH_FUNC_read%%': '() { echo > HOME/escaped; builtin read "$@"; }' }],
  ['an exported exec', { 'BASH_FUNC_exec%%': '() { echo > HOME/escaped; builtin exec "$@"; }' }],
]

for (const mode of ['sandboxed', 'strict'] as const)
  for (const [name, env] of rows)
    test(`${name} of an entry’s variables runs nothing outside of the sandbox, which is ${mode}`, {
      skip,
    }, async (t) => {
      const tree = writeTree('')
      t.after(tree.remove)
      const [root, home] = [tree.at('ws'), tree.at('home')]
      const filled = (text: string) => text.replaceAll('ROOT', root).replaceAll('HOME/', `${home}/`)
      const variables = Object.entries({ ...env }).map(([key, value]) => [key, filled(value)])
      const entry = {
        type: 'command',
        bash: 'sh ./guard.sh',
        env: { ...Object.fromEntries(variables), PROBE },
      }
      const hooks = JSON.stringify({ version: 1, hooks: { preToolUse: [entry] } })
      tree.write(`${filled(FILES)}//- /ws/.github/hooks/x.json\n${hooks}\n`)
      const one = await openWorkspace({
        root,
        home,
        trust: 'workspace',
        dialects: ['copilot'],
        settings: { sandbox: { ...noSandbox, workspace: mode } },
      })
      t.after(() => one.close())
      const payload = { ...(recordOf('copilot', 'preToolUse')?.example as object), cwd: root }
      const fired = await one.fire('preToolUse', payload, { dialect: 'copilot', timeoutMs: 60_000 })
      assert.equal(existsSync(tree.at('home/escaped')), false)
      const expected = { permissionDecision: 'deny', permissionDecisionReason: PROBE }
      assert.deepEqual(
        fired.hooks.map(({ status, why, result }) => [status, why, result]),
        [['returned', undefined, expected]],
      )
    })
