// An unreadable recording is reported to the caller in one line, and does not count as internal error of the server.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ErrorCodes } from 'vscode-jsonrpc/node'
import { Unreadable } from '../../runtime/files/read.ts'
import { BadRecording } from '../../runtime/recordings/header.ts'
import { responseError } from '../../runtime/sessions/errors.ts'

const ERRORS = [
  new Unreadable('/ws/.hookbench/recordings/a.jsonl', 'EISDIR', 'it is a folder'),
  new BadRecording('/ws/a\u001b[31m.jsonl: not a recording:\n its first line is no header'),
]

test('an unreadable recording is one line without a stack, and not called a fault', () => {
  for (const error of ERRORS) {
    const faults: unknown[] = []
    const response = responseError(
      error,
      () => false,
      (one) => faults.push(one),
    )
    assert.deepEqual(faults, [])
    assert.equal(response.code, ErrorCodes.InvalidParams)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may appear.
    assert.doesNotMatch(response.message, /[\u0000-\u001f]/)
    assert.ok(response.message.startsWith('/ws/'))
  }
})

test('an error of our own is still a fault', () => {
  const faults: unknown[] = []
  responseError(
    new TypeError('x is undefined'),
    () => false,
    (one) => faults.push(one),
  )
  assert.equal(faults.length, 1)
})
