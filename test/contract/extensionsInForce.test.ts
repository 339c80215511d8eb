// How the configurations of workspace and user combine, value by value.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExtensionsConfig, StatedExtensions } from '../../runtime/contract/extensions.ts'
import { extensionsInForce } from '../../runtime/contract/extensionsInForce.ts'

type InForce = Partial<Omit<ExtensionsConfig, 'webhooks'>>

const rows: readonly (readonly [
  string,
  { readonly workspace?: StatedExtensions; readonly user?: StatedExtensions },
  InForce,
])[] = [
  ['nobody says anything', {}, { enabled: true, hotReload: true, directories: [] }],
  ['the user says enabled', { user: { enabled: false } }, { enabled: false }],
  ['the user says failOpen', { user: { failOpen: false } }, { failOpen: false }],
  ['the user says maxExecutionTime', { user: { maxExecutionTime: 90 } }, { maxExecutionTime: 90 }],
  ['the user says hotReload', { user: { hotReload: false } }, { hotReload: false }],
  ['the user says directories', { user: { directories: ['~/mine'] } }, { directories: ['~/mine'] }],
  [
    'both say everything',
    {
      workspace: {
        enabled: true,
        failOpen: true,
        maxExecutionTime: 70,
        hotReload: true,
        directories: ['ours'],
      },
      user: {
        enabled: false,
        failOpen: false,
        maxExecutionTime: 90,
        hotReload: false,
        directories: ['~/mine'],
      },
    },
    { enabled: true, failOpen: true, maxExecutionTime: 70, hotReload: true, directories: ['~/mine', 'ours'] },
  ],
]

for (const [what, stated, expected] of rows) {
  test(`${what}, trusted`, () => {
    const inForce: InForce = extensionsInForce(stated, () => true)
    for (const [name, value] of Object.entries(expected)) {
      assert.deepEqual(inForce[name as keyof InForce], value, name)
    }
  })
}

test('a workspace that is not trusted keeps the user’s failOpen: false, and the user’s hooks as they are', () => {
  const workspace = { enabled: false, failOpen: true, maxExecutionTime: 1 }
  const { failOpen, own } = extensionsInForce(
    { workspace, user: { failOpen: false, maxExecutionTime: 90 } },
    () => false,
  )
  assert.deepEqual([failOpen, own], [false, { enabled: true, maxExecutionTime: 90 }])
})
