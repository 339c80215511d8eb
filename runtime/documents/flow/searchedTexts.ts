// Texts and patterns that are looked for in the payload before it is parsed: `'"stop_hook_active":true' in raw`.

import type { Range } from '../../contract/problems.ts'
import { searchedKeysIn } from '../keySearch.ts'
import type { SyntaxNode } from '../treeSitter.ts'
import { note } from './found.ts'
import { writtenIn } from './keys.ts'
import type { FlowState } from './state.ts'
import type { FlowValue } from './values.ts'

/** Adds a spot for each key in a literal that is looked for in the whole input. */
export function searchInput(
  where: FlowValue | undefined,
  literal: SyntaxNode | undefined,
  { reading, events, guessed, aside }: FlowState,
): void {
  if (where?.kind !== 'stdin' || literal === undefined) return
  const range = writtenIn(literal)?.range ?? patternIn(literal)
  if (range === undefined || CHANGES.test(reading.input.text)) return
  const text = reading.input.text.slice(range.start, range.end)
  const sure = reading.certain && !aside && guessed === 0
  for (const { name, ...places } of searchedKeysIn(text, range.start)) {
    const more = { searched: true, quote: '"', access: 'read', sure } as const
    note(reading.found, { kind: 'field', ...places, side: { of: 'payload', events }, path: [name], ...more })
  }
}

// A regular expression of JavaScript.
function patternIn({ text, start }: SyntaxNode): Range | undefined {
  const [, pattern] = /^\/((?:[^\\/\n]|\\.)+)\/\w*$/.exec(text) ?? []
  return pattern === undefined ? undefined : { start: start + 1, end: start + 1 + pattern.length }
}

/** Code that may write the payload's text anew. */
const CHANGES = /\breplace(?:All)?\(|\bre\.sub\(|json\.dumps|JSON\.stringify/
