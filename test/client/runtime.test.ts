// The runtime of a folder as the extension starts it: if it fails to start, the reason is shown in one line.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startRuntime } from '../../client/runtime.ts'

for (const { why, program, says } of [
  {
    why: 'an error that nobody caught',
    program: 'const e = Object.assign(new Error("no luck"), { code: "EX" })\nthrow e\n',
    says: /^The hook runtime ended with exit code 1: Error: no luck\.$/,
  },
  {
    why: 'a complaint of its own',
    program: 'console.error("one thing"); console.error("too old"); process.exit(3)\n',
    says: /^The hook runtime ended with exit code 3: too old\.$/,
  },
  {
    why: 'nothing at all',
    program: 'process.exit(4)\n',
    says: /^The hook runtime ended with exit code 4\.$/,
  },
]) {
  test(`a runtime that ends with ${why} is reported in one line`, async (t) => {
    const root = mkdtempSync(join(tmpdir(), 'hookbench-runtime-'))
    t.after(() => rmSync(root, { recursive: true }))
    const cli = join(root, 'cli.mjs')
    writeFileSync(cli, program)
    const options = { cli, root, notice: () => {}, say: () => {} }
    await assert.rejects(startRuntime(options), { message: says })
  })
}
