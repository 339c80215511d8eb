// A file of the workspace that is named as one of the user's: trust in one of them is no trust in the other.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hook } from '../../runtime/contract/hook.ts'
import { openWorkspace } from '../../runtime/index.ts'
import { openLedger } from '../../runtime/trust/ledger.ts'
import { ledgerFile } from '../../runtime/trust/store.ts'
import { openTrusting } from '../../runtime/workspace/trusting.ts'
import { writeTree } from '../support/tree.ts'

const posix = { skip: process.platform === 'win32' && 'the commands are those of a POSIX shell' }

// No script of these commands is followed, so no file differs.
const ENTRY = '{ "type": "command", "command": "sh ${CLAUDE_PLUGIN_ROOT:-$PWD}/guard.sh" }'
const AGENT = `---
name: x
description: x
hooks:
  PreToolUse:
    - hooks:
        - ${ENTRY}
---`
const PLUGIN = `{ "hooks": { "PreToolUse": [{ "hooks": [${ENTRY}] }] } }`

const USERS_PLUGIN = `
  //- /home/.config/Code/User/settings.json
  { "chat.pluginLocations": { "~/plug/p": true } }
  //- /home/plug/p/.claude-plugin/plugin.json
  { "name": "p" }
  //- /home/plug/p/hooks/hooks.json
  ${PLUGIN}
`

const SITUATIONS: Readonly<Record<string, readonly [dialect: string, files: string]>> = {
  'a plugin of VS Code': [
    'vscode',
    `${USERS_PLUGIN}
    //- /ws/.vscode/settings.json
    { "chat.pluginLocations": { "plug/p": true } }
    //- /ws/plug/p/.claude-plugin/plugin.json
    { "name": "p" }
    //- /ws/plug/p/hooks/hooks.json
    ${PLUGIN}`,
  ],
  'a plugin in a folder named ~': [
    'vscode',
    `${USERS_PLUGIN}
    //- /ws/.vscode/settings.json
    { "chat.pluginLocations": { "./~/plug/p": true } }
    //- /ws/~/plug/p/.claude-plugin/plugin.json
    { "name": "p" }
    //- /ws/~/plug/p/hooks/hooks.json
    ${PLUGIN}`,
  ],
  'an agent of Claude Code': [
    'claude-code',
    `//- /home/.claude/agents/x.md\n${AGENT}\n//- /ws/.claude/agents/x.md\n${AGENT}`,
  ],
}

for (const [what, [dialect, files]] of Object.entries(SITUATIONS))
  for (const trusted of ['home', 'ws'])
    test(
      `where ${what} is named as the user's, only the one of the ${trusted} runs that is trusted`,
      posix,
      async (t) => {
        const tree = writeTree('//- /ws/\n//- /home/\n')
        tree.write(files)
        t.after(tree.remove)
        const [root, home] = [tree.at('/ws'), tree.at('/home')]
        const found = async () => {
          const workspace = await openWorkspace({ root, home })
          await workspace.close()
          return workspace.list().filter((hook) => hook.dialect === dialect && hook.entry !== undefined)
        }
        const isTrusted = ({ path }: Hook) => path.startsWith(`${tree.at(trusted)}/`)
        const hooks = await found()
        const ledger = openLedger({ file: ledgerFile(home), root, home })
        assert.deepEqual(await ledger.trust(hooks.filter(isTrusted), 'exact').then(({ ok }) => ok), true)
        for (const order of [await found(), (await found()).toReversed()]) {
          assert.equal(order.length, 2)
          const trusting = openTrusting(ledger)
          for (const hook of order) {
            assert.equal(hook.state, isTrusted(hook) ? 'active' : 'untrusted', hook.why)
            for (const why of [trusting.objection(hook), trusting.verify(hook)()])
              assert.equal(why === undefined, isTrusted(hook), hook.path)
          }
        }
      },
    )

test('hooks of the user and of the workspace have ids of their own, whatever their files are named', async (t) => {
  for (const what of ['a plugin of VS Code', 'an agent of Claude Code']) {
    const tree = writeTree('//- /ws/\n//- /home/\n')
    tree.write(SITUATIONS[what]?.[1] ?? '')
    t.after(tree.remove)
    const workspace = await openWorkspace({ root: tree.at('/ws'), home: tree.at('/home') })
    await workspace.close()
    const ids = workspace.list().map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length)
  }
})
