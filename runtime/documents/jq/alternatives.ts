// Which fields a jq program uses whichever is present of: `.a // .b`.

import type { Path } from '../../contract/walk.ts'
import type { Term } from './term.ts'
import type { JqPiece } from './values.ts'

/** Fields of which a program uses whichever is present: the first of them, and the paths of all. */
export type JqAlternatives = { readonly first: Term; readonly paths: readonly Path[] }

/** The fields of `.a // .b.c // "default"`, if it has nothing else than those and a default. */
export function choiceOf(term: Term, { path, sure }: JqPiece): JqAlternatives | undefined {
  const all = choicesIn(term)
  const fields = all.filter((one) => !isDefault(one))
  const [first] = fields
  const paths = fields.flatMap((one) => {
    const keys = keysOf(one)
    return keys === undefined ? [] : [[...path, ...keys]]
  })
  return sure && first !== undefined && paths.length === fields.length ? { first, paths } : undefined
}

function choicesIn(term: Term): readonly Term[] {
  return term.kind === 'alternative' ? [...choicesIn(term.left), ...choicesIn(term.right)] : [term]
}

function isDefault(term: Term): boolean {
  return (
    term.kind === 'literal' ||
    (term.kind === 'text' && term.value !== undefined) ||
    (term.kind === 'call' && term.name === 'empty')
  )
}

function keysOf(term: Term): readonly string[] | undefined {
  if (term.kind === 'identity') return []
  const before = term.kind === 'field' ? keysOf(term.of) : undefined
  return term.kind === 'field' && before !== undefined ? [...before, term.key] : undefined
}
