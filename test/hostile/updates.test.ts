// What holds the guards of a watched workspace is updated: the files of a plugin are removed and written again, its folder
// moves, a plugin is added, or configuration changes behind a link. The guard must be there as soon as they are.

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
  'VS Code outside of the workspace': {
    folder: '/plug/p',
    hooks: 'hooks/hooks.json',
    files: () => `
      //- /home/.config/Code/User/settings.json
      { "chat.pluginLocations": { "../plug/./p": true } }
      //- /plug/p/.claude-plugin/plugin.json
      { "name": "p" }
      //- /plug/p/hooks/hooks.json
      ${guard('PreToolUse', '${CLAUDE_PLUGIN_ROOT}/guard.sh')}
    `,
  },
}

async function watched(t: TestContext, files: Plugin['files']) {
  const tree = writeTree('//- /ws/\n//- /home/\n')
  tree.write(files(tree.at('/home')))
  const workspace = await openWorkspace({ root: tree.at('/ws'), home: tree.at('/home'), watch: true })
  t.after(async () => {
    await workspace.close()
    tree.remove()
  })
  const soonIs = async <T>(found: () => T, expected: T) => {
    for (let left = 200; left > 0 && found() !== expected; left--) await sleep(50)
    assert.equal(found(), expected)
  }
  return { tree, workspace, soonIs }
}

async function open(t: TestContext, { files }: Plugin) {
  const { tree, workspace, soonIs } = await watched(t, files)
  const soon = (expected: boolean) =>
    soonIs(() => workspace.list().some(({ source }) => source === 'plugin'), expected)
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

const KODELET = '#!/bin/sh\n[ "$1" = hook ] && echo before_tool_call\n'

for (const base of ['ws', 'home'])
  test(`the guard of a plugin of Kodelet is found that appears beside another one: ${base}`, async (t) => {
    const plugins = `/${base}/.kodelet/plugins`
    const { tree, workspace, soonIs } = await watched(t, () => `//- ${plugins}/a/hooks/one 755\n${KODELET}`)
    const count = () => workspace.list().filter(({ source }) => source === 'plugin').length
    await soonIs(count, 1)
    tree.write(`//- ${plugins}/b/hooks/two 755\n${KODELET}`)
    await soonIs(count, 2)
    rmSync(tree.at(`${plugins}/a`), { recursive: true })
    await soonIs(count, 1)
    tree.write(`//- ${plugins}/a/hooks/one 755\n${KODELET}`)
    await soonIs(count, 2)
  })

for (const base of ['ws', 'home'])
  test(`a guard is found that is added to configuration behind a link: ${base}`, async (t) => {
    const files = `
      //- /elsewhere/claude.json
      {}
      //- /${base}/.claude/settings.json -> ../../elsewhere/claude.json
    `
    const { tree, workspace, soonIs } = await watched(t, () => files)
    const isFound = () => workspace.list().some(({ dialect }) => dialect === 'claude-code')
    writeFileSync(tree.at('/elsewhere/claude.json'), guard('PreToolUse', 'guard.sh'))
    await soonIs(isFound, true)
    writeFileSync(tree.at('/elsewhere/new.json'), '{}')
    renameSync(tree.at('/elsewhere/new.json'), tree.at('/elsewhere/claude.json'))
    await soonIs(isFound, false)
  })
