// A plugin of an agent is updated while a workspace is watched: its files are removed and written again, or its folder
// moves. The guard must be back as soon as they are.

import assert from 'node:assert/strict'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openWorkspace } from '../../runtime/workspace/open.ts'
import { writeTree } from '../support/tree.ts'

const guard = (event: string, script: string) =>
  JSON.stringify({ hooks: { [event]: [{ hooks: [{ type: 'command', command: `sh "${script}"` }] }] } })

type Plugin = { readonly folder: string; readonly hooks: string; readonly files: (home: string) => string }

const PLUGINS: Readonly<Record<string, Plugin>> = {
  'Claude Code': {
    folder: '/home/.claude/plugins/cache/m/p/1.0.0',
    hooks: 'hooks/hooks.json',
    files: (home) => `
      //- /home/.claude/settings.json
      { "enabledPlugins": { "p@m": true } }
      //- /home/.claude/plugins/installed_plugins.json
      { "plugins": { "p@m": [{ "scope": "user", "installPath": "${home}/.claude/plugins/cache/m/p/1.0.0" }] } }
      //- /home/.claude/plugins/cache/m/p/1.0.0/.claude-plugin/plugin.json
      { "name": "p" }
      //- /home/.claude/plugins/cache/m/p/1.0.0/hooks/hooks.json
      ${guard('PreToolUse', '${CLAUDE_PLUGIN_ROOT}/guard.sh')}
    `,
  },
  'Gemini CLI': {
    folder: '/home/.gemini/extensions/x',
    hooks: 'hooks/hooks.json',
    files: () => `
      //- /home/.gemini/extensions/x/gemini-extension.json
      { "name": "x", "version": "1.0.0" }
      //- /home/.gemini/extensions/x/hooks/hooks.json
      ${guard('BeforeTool', '${extensionPath}/guard.sh')}
    `,
  },
}

async function open(t: TestContext, { files }: Plugin) {
  const tree = writeTree('//- /ws/\n//- /home/\n')
  tree.write(files(tree.at('/home')))
  const workspace = await openWorkspace({ root: tree.at('/ws'), home: tree.at('/home'), watch: true })
  t.after(async () => {
    await workspace.close()
    tree.remove()
  })
  const found = () => workspace.list().some(({ source }) => source === 'plugin')
  const soon = async (expected: boolean) => {
    for (let left = 200; left > 0 && found() !== expected; left--) await sleep(50)
    assert.equal(found(), expected)
  }
  await soon(true)
  return { tree, soon }
}

for (const [name, plugin] of Object.entries(PLUGINS)) {
  test(`the guard of a plugin of ${name} is back when its hooks file is written again`, async (t) => {
    const { tree, soon } = await open(t, plugin)
    const path = tree.at(`${plugin.folder}/${plugin.hooks}`)
    const text = readFileSync(path)
    for (const _ of [1, 2]) {
      rmSync(path)
      await soon(false)
      writeFileSync(path, text)
      await soon(true)
    }
  })

  test(`the guard of a plugin of ${name} is back when its folder is`, async (t) => {
    const { tree, soon } = await open(t, plugin)
    const folder = tree.at(plugin.folder)
    const away = tree.at('/away')
    renameSync(folder, away)
    await soon(false)
    renameSync(away, folder)
    await soon(true)
  })
}
