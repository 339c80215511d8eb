// `defined`: leaves out optional fields whose value is undefined.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defined } from '../../runtime/contract/defined.ts'

test('fields that are undefined are left out, and all others stay', () => {
  const there: { first?: string; nothing: null } = defined({
    first: undefined as string | undefined,
    nothing: null,
  })
  assert.deepEqual(Object.entries(there), [['nothing', null]])
  assert.deepEqual(defined({ no: false, zero: 0, empty: '' }), { no: false, zero: 0, empty: '' })
})
