// A wrong option of `openWorkspace` is refused in one line, before anything is opened.

import assert from 'node:assert/strict'
import { symlinkSync } from 'node:fs'
import { test } from 'node:test'
import { openWorkspace, Refusal } from '../../runtime/index.ts'
import { checkOptions } from '../../runtime/workspace/checkOptions.ts'
import type { OpenOptions } from '../../runtime/workspace/workspace.ts'
import { writeTree } from '../support/tree.ts'

const WRONG: readonly (readonly [options: unknown, expected: RegExp])[] = [
  [undefined, /expects \{ root \}/],
  [[], /expects \{ root \}/],
  [{}, /expects \{ root \}/],
  [{ root: '' }, /expects \{ root \}/],
  [{ root: '/w', home: 5 }, /"home" expects the path of a home folder/],
  [{ root: '/w', trust: true }, /"trust" expects "ledger" or "workspace"/],
  [{ root: '/w', hooks: 'no' }, /"hooks" expects true or false/],
  [{ root: '/w', settings: [] }, /"settings" expects an object of settings/],
  [{ root: '/w', agentSettings: 'a=b' }, /"agentSettings" expects an array of name=value/],
  [{ root: '/w', handlers: [() => {}] }, /"handlers" expects an array of hooks/],
  [{ root: '/w', workers: 0 }, /"workers" expects a whole number from 1/],
  [{ root: '/w', rehearsal: 1 }, /"rehearsal" expects true or false/],
  [{ root: '/w', watch: null }, /"watch" expects true or false/],
  [{ root: '/w', dialects: ['nope'] }, /"dialects" expects an array of secureyeoman, .*cursor/],
  [{ root: '/w', sources: 'user' }, /"sources" expects an array of builtin, user, workspace, plugin/],
  [{ root: '/w', directories: { nope: ['x'] } }, /"directories" expects an object of dialects with arrays/],
  [{ root: '/w', directories: { kodelet: 'x' } }, /"directories" expects an object of dialects with arrays/],
  [{ root: '/w', isolation: 'process' }, /"isolation" expects "worker" or "none"/],
  [{ root: '/w', webhooks: {} }, /"webhooks" expects true or false/],
  [{ root: '/w', onEmit: 'log' }, /"onEmit" expects a function/],
  [{ root: '/w', dialect: ['kodelet'] }, /has no option "dialect"\. Did you mean "dialects"\?/],
]

test('a wrong option is refused in one line that says what was expected', async () => {
  for (const [options, expected] of WRONG)
    await assert.rejects(openWorkspace(options as OpenOptions), (error: Error) => {
      assert.ok(error instanceof Refusal, String(error))
      assert.match(error.message, expected)
      assert.ok(!error.message.includes('\n'))
      return true
    })
})

test('every option may be undefined but the root, and have its documented values', () => {
  const documented: Required<OpenOptions> = {
    root: '/w',
    home: '/h',
    trust: 'workspace',
    hooks: true,
    settings: {},
    agentSettings: ['chat.useHooks=true'],
    handlers: [],
    workers: 1,
    rehearsal: false,
    watch: false,
    dialects: ['kodelet', 'claude-code'],
    sources: ['workspace', 'plugin'],
    directories: { kodelet: ['hooks'] },
    isolation: 'none',
    webhooks: false,
    onEmit: () => {},
  }
  assert.doesNotThrow(() => checkOptions(documented))
  const absent = Object.fromEntries(Object.keys(documented).map((name) => [name, undefined]))
  assert.doesNotThrow(() => checkOptions({ ...absent, root: '/w' }))
})

test('a folder of processes or devices is refused as a workspace, also through a link', {
  skip: process.platform !== 'linux' && 'reads /proc',
}, async (t) => {
  const tree = writeTree('')
  t.after(tree.remove)
  symlinkSync('/proc/self', tree.at('/link'))
  for (const root of ['/proc', '/proc/self', '/sys', tree.at('/link')])
    await assert.rejects(openWorkspace({ root }), (error: Error) => {
      assert.ok(error instanceof Refusal, String(error))
      assert.match(error.message, /contains processes and devices and no hooks/)
      return true
    })
})
