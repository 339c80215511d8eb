// Where payload files are looked for: only in the given paths (the workspace if there are none), never in a folder
// around it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { payloadFiles } from '../../runtime/checks/payloads.ts'
import { disk } from '../../runtime/discovery/disk.ts'

const TREE: Readonly<Record<string, readonly string[]>> = {
  '/home/me/ws': ['data/', 'node_modules/', '.cache/', 'a.turn_end.payload.json', 'a.json'],
  '/home/me/ws/data': ['deep/', 'b.turn_end.payload.json'],
  '/home/me/ws/data/deep': ['c.turn_end.payload.json'],
}

const [A, B, C] = ['a', 'data/b', 'data/deep/c'].map((name) => `/home/me/ws/${name}.turn_end.payload.json`)

const ROWS: readonly (readonly [
  paths: readonly string[],
  found: readonly unknown[],
  looked: readonly string[],
])[] = [
  [[], [A, B, C], ['', '/data', '/data/deep']],
  [['/data'], [B, C], ['/data', '/data/deep']],
  [['/a.turn_end.payload.json'], [A], ['/a.turn_end.payload.json']],
  [['/a.json', '/data/deep'], [C], ['/a.json', '/data/deep']],
  [['/..'], [], []],
]

for (const [paths, expected, places] of ROWS) {
  test(`payload files of ${paths.join(' and ') || 'a workspace'}`, () => {
    const looked: string[] = []
    const found = payloadFiles(
      { root: '/home/me/ws', home: '/home/me' },
      paths.map((path) => (path === '/..' ? '/home/me' : `/home/me/ws${path}`)),
      {
        ...disk,
        list(folder) {
          looked.push(folder.slice('/home/me/ws'.length))
          const names = TREE[folder]
          if (names === undefined) return { failed: 'ENOTDIR' }
          return names.map((name) => ({
            name: name.replace('/', ''),
            kind: name.endsWith('/') ? ('folder' as const) : ('file' as const),
          }))
        },
      },
    )
    assert.deepEqual([...found].sort(), [...expected].sort())
    assert.deepEqual(looked.sort(), [...places].sort())
  })
}
