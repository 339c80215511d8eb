// The published types compile on their own, sample hooks match them, and so does every TypeScript template.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import type { Dialect } from '../runtime/contract/dialect.ts'
import { dialects } from '../runtime/contract/dialects/index.ts'
import { languagesOf, template } from '../runtime/contract/templates.ts'

const root = join(import.meta.dirname, '..')
const tsc = join(root, 'node_modules/@typescript/native/bin/tsc')

test('the author types compile strictly, and sample hooks and templates fit them', async (t) => {
  const samples = (await readdir(join(import.meta.dirname, 'types'))).map((name) => `test/types/${name}`)
  assert.equal(
    samples.length,
    Object.keys(dialects).length,
    'every dialect has one sample file in test/types',
  )
  // Inside the repository, so that the package resolves under its own name.
  await mkdir(join(root, 'build'), { recursive: true })
  const folder = await mkdtemp(join(root, 'build/types-'))
  t.after(() => rm(folder, { recursive: true }))
  const config = {
    extends: '../../tsconfig.json',
    compilerOptions: { skipLibCheck: false, erasableSyntaxOnly: true },
    include: ['**/*.ts', ...samples.map((path) => `../../${path}`), '../../types/*.d.ts'],
    exclude: [],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  for (const { path, text } of typescriptTemplates()) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '--noEmit', '-p', folder]).catch(
    (error) => error,
  )
  assert.equal(
    stdout,
    '',
    'tsc reports nothing; if the types are at fault, mend scripts/generate and run `npm run generate`',
  )
})

function typescriptTemplates(): readonly { path: string; text: string }[] {
  return Object.values<Dialect>(dialects)
    .filter((dialect) => dialect.exports !== 'executable' && languagesOf(dialect).includes('typescript'))
    .flatMap((dialect) =>
      Object.keys(dialect.events).map((event) => {
        const { path, text } = template(dialect, event, 'typescript', `sample-${event}`)
        // Include patterns do not match folders with a leading dot.
        return { path: path.replaceAll('.', '_').replace(/_ts$/, '.ts'), text }
      }),
    )
}
