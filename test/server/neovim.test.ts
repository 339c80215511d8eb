// Another editor's own client: Neovim attaches, shows findings, completes, and replays a hook.

import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { writeTree } from '../support/tree.ts'

const root = join(import.meta.dirname, '../..')
const missing = spawnSync('nvim', ['--version']).error !== undefined

test('Neovim: attached, found, typed, completed, replayed', {
  skip: missing && 'nvim is not installed; Debian has it in the package neovim',
}, async (t) => {
  const tree = writeTree(`
      //- /home/
      //- /ws/.compilr/hooks/guard.mjs
      export default {
        beforeTol: [(ctx) => undefined],
      }
    `)
  t.after(tree.remove)
  const script = join(root, 'test/programs/neovim/session.lua')
  const { stdout, stderr } = await promisify(execFile)(
    'nvim',
    ['--headless', '--clean', '-c', `luafile ${script}`],
    {
      cwd: tree.at('/ws'),
      timeout: 300_000,
      env: {
        ...process.env,
        NODE: process.execPath,
        MAIN: join(root, 'runtime/cli/main.ts'),
        HOME: tree.at('/home'),
        XDG_STATE_HOME: tree.at('/home'),
        XDG_CACHE_HOME: tree.at('/home'),
        XDG_DATA_HOME: tree.at('/home'),
        HOME_FOLDER: tree.at('/home'),
        ROOT: tree.at('/ws'),
        HOOK: tree.at('/ws/.compilr/hooks/guard.mjs'),
      },
    },
  )
  const line = stdout.split('\n').findLast((one) => one.startsWith('{'))
  assert.ok(line !== undefined, `Neovim said: ${stdout}${stderr}`)
  const report = JSON.parse(line) as {
    readonly found: readonly string[]
    readonly completed: readonly string[]
    readonly replayed: string
    readonly stopped: boolean
  }
  assert.ok(report.found?.includes('event.unknown'), line)
  assert.ok(report.completed?.includes('toolName'), line)
  assert.match(report.replayed, /^guard|^beforeTool/, line)
  assert.equal(report.stopped, true, line)
})
