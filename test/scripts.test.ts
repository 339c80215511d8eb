// How `npm test` reads its arguments.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testArguments, testFiles } from '../scripts/test.ts'

test('without a file all tests run, with one only that one', () => {
  const found = ['test/a.test.ts', 'test/b.test.ts']
  assert.deepEqual(testArguments([], found).slice(-2), found)
  assert.deepEqual(
    testArguments(['test/a.test.ts'], found).filter((one) => one.endsWith('.ts')),
    ['test/a.test.ts'],
  )
})

test('other arguments go to the test runner, before the files', () => {
  const argv = testArguments(['--test-name-pattern=fold'], ['test/a.test.ts'])
  assert.equal(argv[0], '--test')
  assert.ok(argv.indexOf('--test-name-pattern=fold') < argv.indexOf('test/a.test.ts'))
})

test('every test file is found, this one too', () => {
  assert.ok(testFiles().includes('test/scripts.test.ts'))
  assert.ok(testFiles().every((path) => path.endsWith('.test.ts')))
})
