// Glob patterns of the files sent to the language server: files in a dialect's places, files that hosts read, and
// Hookbench's own. Pure.

import type { Dialect } from '../runtime/contract/dialect.ts'

const OWN = [
  '**/.hookbench/**',
  '**/*.payload.{json,jsonc}',
  '**/secureyeoman.yaml',
  '**/.secureyeoman/config.yaml',
]

/** Glob patterns of absolute paths, for all such files or for hooks only. */
export function documentPatterns(
  dialects: readonly Dialect[],
  which: 'all' | 'hooks' = 'all',
): readonly string[] {
  const hooks = dialects.flatMap(({ places, files }) =>
    places.map(({ folder }) => `**/${folder}/${named(files)}`),
  )
  return [...new Set(which === 'hooks' ? hooks : [...hooks, ...configurations(dialects), ...OWN])]
}

// In a host's folders, only the files that it reads.
function configurations(dialects: readonly Dialect[]): readonly string[] {
  return dialects.flatMap(({ host }) =>
    (host?.places ?? []).flatMap(({ base, path, movedBy }) => {
      const moved = movedBy === undefined ? undefined : process.env[movedBy]
      const usual = base === 'system' ? path : `**/${path}`
      return moved === undefined || moved === '' ? [usual] : [usual, path.replace(/^[^/]+/, moved)]
    }),
  )
}

function named(files: readonly string[]): string {
  return files.length === 0 ? '*' : `*{${files.join(',')}}`
}
