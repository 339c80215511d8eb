// The last JSON object in a program's output.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastObject } from '../../runtime/contract/hosts/lastObject.ts'

for (const [printed, expected] of [
  ['{"a":1}', { a: 1 }],
  ['\uFEFF{"a":1}', { a: 1 }],
  ['checking\n{"a":1}\n', { a: 1 }],
  ['{"a":1}\n{"a":2}\ndone', { a: 2 }],
  ['{"a":{"b":1}} bye', { a: { b: 1 } }],
  ['{} {"a":1', {}],
  ['[{"a":1}]', undefined],
  ['"{}"', undefined],
  ['} {', undefined],
  ['', undefined],
] as const)
  test(`${JSON.stringify(printed)} ends with ${JSON.stringify(expected) ?? 'no object'}`, () => {
    assert.deepEqual(lastObject(printed), expected)
  })
