// The tour of the code names only existing files and names, and each name is in the file that the page gives for it.

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/contributing/tour.md'), 'utf8')

type Stop = { readonly file: string; readonly name: string | undefined }

/** `file` `name`, and `name` in `file`: the two ways in which the page names a place. */
function stopsOf(text: string): readonly Stop[] {
  const FILE = '((?:runtime|server|client|scripts)/[\\w/]+\\.ts)'
  const named = [...text.matchAll(new RegExp(`\`${FILE}\`(?: \`(\\w+)\`)?`, 'g'))]
  const inFile = [...text.matchAll(new RegExp(`\`(\\w+)\` in \`${FILE}\``, 'g'))]
  // Two names for one file: `a` and `b` in `file`.
  const both = [...text.matchAll(new RegExp(`\`(\\w+)\` and \`\\w+\` in \`${FILE}\``, 'g'))]
  return [
    ...named.map(([, file = '', name]) => ({ file, name })),
    ...[...inFile, ...both].map(([, name, file = '']) => ({ file, name })),
  ]
}

function missing({ file, name }: Stop): string[] {
  const path = join(root, file)
  if (!existsSync(path)) return [`${file} is not there`]
  if (name === undefined) return []
  const declared = new RegExp(`^export (?:async )?(?:function\\*?|const|class) ${name}\\b`, 'm')
  return declared.test(readFileSync(path, 'utf8')) ? [] : [`${file} exports no ${name}`]
}

test('the tour names files and functions that are there', () => {
  const stops = stopsOf(page)
  assert.ok(stops.length > 30, `only ${stops.length} stops were found; the search is broken`)
  assert.deepEqual(stops.flatMap(missing), [])
})

test('a stop that is gone is found', () => {
  const text = '`runtime/cli/gone.ts` and `nobody` in `runtime/cli/run.ts`, `runtime/cli/run.ts` `gone`'
  assert.deepEqual(stopsOf(text).flatMap(missing).sort(), [
    'runtime/cli/gone.ts is not there',
    'runtime/cli/run.ts exports no gone',
    'runtime/cli/run.ts exports no nobody',
  ])
})
