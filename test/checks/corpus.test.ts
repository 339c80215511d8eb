// Messy, realistic files that are correct, and files in folders that only resemble ours: none gets a finding.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findingsOf, openFixture } from '../support/findings.ts'
import type { FixtureFile } from '../support/fixtures.ts'

const corpus = join(import.meta.dirname, 'corpus')

/** Every folder of the corpus is a workspace. */
const workspaces = readdirSync(corpus, { withFileTypes: true }).filter((entry) => entry.isDirectory())

for (const { name } of workspaces) {
  test(`nothing is wrong in the corpus: ${name}`, async (t) => {
    const found = await findingsOf(filesOf(name), t)
    const lines = [...found].flatMap(([path, problems]) =>
      problems.map(({ code, message, range }) => `${path}:${range?.start ?? ''} ${code}: ${message}`),
    )
    assert.deepEqual(lines, [])
  })
}

test("no file of other programs' extensions is listed as a hook", async (t) => {
  const { project } = openFixture(filesOf('others'), t)
  assert.deepEqual(
    (await project.hooks()).map(({ id }) => id),
    [],
  )
})

test('the corpus has at least fifty files', () => {
  const count = workspaces.reduce((sum, { name }) => sum + filesOf(name).length, 0)
  assert.ok(count >= 50, `${count} files`)
})

// Not every checkout keeps file modes: a file with a shebang in a folder of executables gets the executable bit.
function filesOf(workspace: string): readonly FixtureFile[] {
  const root = join(corpus, workspace)
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const whole = join(entry.parentPath, entry.name)
      const text = readFileSync(whole, 'utf8')
      const path = whole.slice(root.length + 1).replaceAll('\\', '/')
      const executable = text.startsWith('#!')
      return { path, text, marks: [], language: '', executable, size: 0 }
    })
}
