// Where programs are found on Windows: on PATH, never in the working directory.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { programPath } from '../../runtime/executors/programPath.ts'

const SYSTEM = 'C:\\Windows\\System32'
const env = {
  Path: `.;;bin;\\ws;"C:\\Program Files\\Git\\cmd";${SYSTEM}`,
  PATHEXT: '.EXE;.CMD',
  SystemRoot: 'C:\\Windows',
}
const present = new Set([
  'git.EXE',
  'bin\\git.EXE',
  '\\ws\\git.EXE',
  'C:\\Program Files\\Git\\cmd\\git.EXE',
  'C:\\Program Files\\Git\\cmd\\python3.11.EXE',
  `${SYSTEM}\\taskkill.exe`,
])

const rows: readonly (readonly [file: string, found: string])[] = [
  ['git', 'C:\\Program Files\\Git\\cmd\\git.EXE'],
  ['python3.11', 'C:\\Program Files\\Git\\cmd\\python3.11.EXE'],
  ['taskkill.exe', `${SYSTEM}\\taskkill.exe`],
  // Not installed: an absolute path to nothing, so that nobody looks for the name elsewhere.
  ['python3', `${SYSTEM}\\python3`],
  ['.\\own.cmd', '.\\own.cmd'],
  ['C:\\tools\\own.exe', 'C:\\tools\\own.exe'],
]

for (const [file, found] of rows) {
  test(`on Windows ${file} is looked up on PATH, never in the working directory`, () => {
    assert.equal(programPath(file, env, { platform: 'win32', exists: (path) => present.has(path) }), found)
  })
}

test('elsewhere the system looks a program up', () => {
  assert.equal(programPath('git', env, { platform: 'linux', exists: () => true }), 'git')
})
