// Which messages of the editor's own TypeScript server are suppressed, and which remain.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { init } from '../../client/typescript/plugin.ts'

type CompilerMessage = { readonly code: number; readonly messageText: string }

const compilerMessages = (...lines: readonly (readonly [code: number, text?: string])[]): CompilerMessage[] =>
  lines.map(([code, messageText = '']) => ({ code, messageText }))

/** The codes of the messages about a file that remain. */
function left(file: string, projectKind: number, all: CompilerMessage[]): readonly number[] {
  const languageService = { getSemanticDiagnostics: () => all, getSuggestionDiagnostics: () => [] }
  const service = init().create({ languageService, project: { projectKind } })
  return service.getSemanticDiagnostics(file).map(({ code }) => code)
}

const INFERRED = 0
const CONFIGURED = 1
const all = compilerMessages(
  [7006],
  [7031],
  [2591],
  [5097],
  [2307, "Cannot find module 'node:fs'"],
  [2307, "Cannot find module 'zod'"],
  [2322],
)

test('a hook that no tsconfig takes in needs no annotations and no types of Node', () => {
  for (const file of ['/w/extensions/a.ts', '/w/.compilr/hooks/a.ts', 'C:\\w\\.kaizen\\hooks\\a.ts'])
    assert.deepEqual(left(file, INFERRED, all), [2307, 2322])
})

test('what a tsconfig takes in, and what is no hook, is left to its author', () => {
  assert.deepEqual(left('/w/extensions/a.ts', CONFIGURED, all), [7006, 7031, 2591, 5097, 2307, 2307, 2322])
  assert.deepEqual(left('/w/src/a.ts', INFERRED, all), [7006, 7031, 2591, 5097, 2307, 2307, 2322])
})

test('a package of types that is not installed is no mistake anywhere, nor is what follows from it', () => {
  const missing = compilerMessages(
    [2307, "Cannot find module 'hookbench/kaizen' or its types"],
    [7006],
    [2322],
  )
  assert.deepEqual(left('/w/src/a.ts', CONFIGURED, missing), [2322])
})
