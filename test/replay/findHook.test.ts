// Hooks that a user names.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hook } from '../../runtime/contract/hook.ts'
import { findHook } from '../../runtime/replay/findHook.ts'

const hook = (id: string, name: string, state = 'active') => ({ id, name, state }) as Hook
const hooks = [hook('a:1', 'guard'), hook('b:2', 'guard'), hook('c:3', 'log'), hook('d:4', 'log', 'shadowed')]

const named: readonly (readonly [text: string, found: object])[] = [
  ['a:1', { hook: hooks[0] }],
  ['log', { hook: hooks[2] }],
  ['guard', { problem: '"guard" is ambiguous: it could be a:1 or b:2; enter the id.' }],
  ['gard', { problem: 'not found: no hook "gard". Did you mean "guard"?' }],
]

for (const [text, found] of named)
  test(`"${text}" is ${'hook' in found ? 'one hook' : 'none, with a reason'}`, () => {
    assert.deepEqual(findHook(hooks, text), found)
  })
