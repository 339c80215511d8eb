// The line by which a process reports where a debugger can attach. Hooks write to the same stream.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { announced } from '../../runtime/executors/inspect/target.ts'

for (const [stderr, expected] of [
  ['Debugger listening on ws://127.0.0.1:9229/4a\n', { kind: 'node', host: '127.0.0.1', port: 9229 }],
  ['hookbench: debugger listening on 127.0.0.1:5678\n', { kind: 'python', host: '127.0.0.1', port: 5678 }],
  ['Debugger listening on ws://192.0.2.1:9229/4a\n', undefined],
  ['hookbench: debugger listening on 192.0.2.1:5678\n', undefined],
  ['guard: Debugger listening on ws://127.0.0.1:9229/4a\n', undefined],
] as const)
  test(`${stderr.trim()}: ${expected?.kind ?? 'nobody is attached to it'}`, () => {
    assert.deepEqual(announced(stderr), expected)
  })
