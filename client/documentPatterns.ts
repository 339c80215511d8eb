// Which files the language server is told about: what stands in a dialect's places, and our own files. Pure.

import type { Dialect } from '../runtime/contract/dialect.ts'

const OWN = [
  '**/.hookbench/**',
  '**/*.payload.{json,jsonc}',
  '**/secureyeoman.yaml',
  '**/.secureyeoman/config.yaml',
]

/** Glob patterns of absolute paths: of everything, or of hooks only. */
export function documentPatterns(
  dialects: readonly Dialect[],
  which: 'all' | 'hooks' = 'all',
): readonly string[] {
  const hooks = dialects.flatMap(({ places, files }) =>
    places.map(({ folder }) => `**/${folder}/${named(files)}`),
  )
  return [...new Set(which === 'hooks' ? hooks : [...hooks, ...OWN])]
}

function named(files: readonly string[]): string {
  return files.length === 0 ? '*' : `*{${files.join(',')}}`
}
