// Reads the five seed texts, if they are available, and determines which of their lines need a row in docs/seeds.md:
// every line with a letter or digit, except headings and fences.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { blocksPage } from './blocks.ts'

/** The texts by file name. */
export const TEXTS = [
  'secureyeoman-adr-035-lifecycle-extension-hooks.md',
  'kodelet-adr-021-agent-lifecycle-hooks.md',
  'kodelet-adr-029-plugin-hooks.md',
  'kaizen-adr-010-hooks-system.md',
  'compilr-agents-hooks-types.md',
] as const

/** A text as the check uses it: its places in order, a hash of its contents, and the page of its code blocks. */
export type SeedText = {
  readonly places: readonly string[]
  readonly mark: string
  readonly blocks: string | undefined
}

/** The folder of the texts: HOOKBENCH_SEEDS, or else `shared/seeds` beside the checkout. */
export function seedsFolder(root: string, environment: NodeJS.ProcessEnv = process.env): string {
  return environment.HOOKBENCH_SEEDS ?? join(root, '..', 'shared', 'seeds')
}

/** One text; undefined if it is not available. */
export function readText(folder: string, name: string): SeedText | undefined {
  let text: string
  try {
    text = readFileSync(join(folder, name), 'utf8')
  } catch {
    return undefined
  }
  return {
    places: text.trimEnd().includes('\n') ? placesOfLines(text) : placesOfDeclarations(text),
    mark: createHash('sha256').update(text).digest('hex').slice(0, 12),
    blocks: blocksPage(name, text),
  }
}

/** The numbers of the lines that need a row. */
export function placesOfLines(text: string): readonly string[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    const heading = /^#{2,6} /.test(line) || (index === 0 && line.startsWith('# '))
    const says = /[\p{L}\p{N}]/u.test(line) && !heading && !line.trimStart().startsWith('```')
    return says ? [String(index + 1)] : []
  })
}

/**
 * The places of a text that is a single line: each type and each of its fields by name, `X:uses` if a comment lists
 * uses, `X:returns` if it describes the return value.
 */
export function placesOfDeclarations(text: string): readonly string[] {
  const places: string[] = text.trimStart().startsWith('/**') ? ['file'] : []
  const pieces = text.split(/(\/\*\*.*?\*\/)/s)
  let comment = ''
  let owner = ''
  for (const piece of pieces) {
    if (piece.startsWith('/**')) {
      comment = piece
      continue
    }
    for (const [, declared, field] of piece.matchAll(DECLARED)) {
      if (declared !== undefined) {
        owner = declared
        places.push(owner)
        if (comment.includes('Can be used for:')) places.push(`${owner}:uses`)
        if (comment.includes('@returns')) places.push(`${owner}:returns`)
      } else if (owner !== '') places.push(`${owner}.${field}`)
      comment = ''
    }
  }
  return [...new Set(places)]
}

// A parameter follows a parenthesis; a field does not.
const DECLARED = /export (?:interface|type) (\w+)|(?<![(\w'])(\w+)\??:(?!\w)/g
