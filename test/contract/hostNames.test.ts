// A host is one file and its line in the index: no other room names it.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { dialectIds, dialectOf } from '../../runtime/contract/dialects/index.ts'

const top = join(import.meta.dirname, '..', '..')
const hosts = dialectIds.filter((id) => dialectOf(id)?.host !== undefined)
// The files that a host adds to: its own file, the index, and the closed list of ids.
const ITS_ROOMS = /^runtime\/contract\/(?:dialects\/|dialectId\.ts$)/

// These ids are also ordinary names, of a module and a cursor: they count only where a value is compared with them.
const OTHER_THINGS = ['vscode', 'cursor']

for (const id of hosts) {
  test(`${id} is named in no room but the dialects'`, () => {
    const held = OTHER_THINGS.includes(id) ? '(?:[!=]==\\s*|case )' : ''
    const named = new RegExp(`${held}['"\`]${id}['"\`]`)
    const naming = ['runtime', 'server', 'client', 'scripts']
      .flatMap((room) =>
        readdirSync(join(top, room), { recursive: true }).map((path) => join(room, String(path))),
      )
      .filter((path) => path.endsWith('.ts') && !ITS_ROOMS.test(path))
      // Prefixes of `key` in the names of secrets: words from products, not hosts.
      .filter((path) => path !== join('runtime', 'recordings', 'keys.ts'))
      // Recipes for running the real program are specific to a host.
      .filter((path) => !path.startsWith(join('scripts', 'agents', 'observe')))
      // The demo plays one agent.
      .filter((path) => !path.startsWith(join('scripts', 'start')))
      .filter((path) => named.test(readFileSync(join(top, path), 'utf8')))
    assert.deepEqual(naming, [])
  })
}
