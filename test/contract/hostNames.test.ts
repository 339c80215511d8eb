// A host is one file and its line: no other room names one.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { dialectIds, dialectOf } from '../../runtime/contract/dialects/index.ts'

const top = join(import.meta.dirname, '..', '..')
const hosts = dialectIds.filter((id) => dialectOf(id)?.host !== undefined)
// The rooms that a host touches: its own file, the index, and the closed list of ids.
const ITS_ROOMS = /^runtime\/contract\/(?:dialects\/|dialectId\.ts$)/

// Names of other things as well, a module and a cursor: these count only where something is held against them.
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
      // What comes before `key` in the name of a secret: words of products, no hosts.
      .filter((path) => path !== join('runtime', 'recordings', 'keys.ts'))
      // Recipes to run the real program are per host by nature.
      .filter((path) => !path.startsWith(join('scripts', 'agents', 'observe')))
      // The demo plays one agent.
      .filter((path) => !path.startsWith(join('scripts', 'start')))
      .filter((path) => named.test(readFileSync(join(top, path), 'utf8')))
    assert.deepEqual(naming, [])
  })
}
