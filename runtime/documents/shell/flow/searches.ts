// Keys that a script searches in the payload's text: `grep -o '"file_path":"[^"]*"'`, `sed 's/.*"prompt": *"\(.*\)".*/\1/'`.

import { searchedKeysIn } from '../../keySearch.ts'
import { patternProblem } from './rejectedPattern.ts'
import { only, plain, type ShellValue, UNKNOWN_TEXT } from './value.ts'
import type { Context, State } from './walk.ts'
import { eventsAt } from './ways.ts'

/** A key without its value. */
const ALONE = /^(?:\\?"(\w+)\\?"|(\w+_\w+))$/

/** Looks at the patterns of `grep` or `sed`. */
export function searched(name: string, values: readonly ShellValue[], state: State, context: Context): void {
  const found = name === 'sed' ? undefined : patternProblem(name, values, state.walk.script.path)
  if (found !== undefined) state.walk.spots.problem(found)
  if (!readsFiles(name, values)) searchedKeys(values, context.stdin, state, context)
}

/** Adds a spot for each key in the patterns of a program that gets the whole payload. */
export function searchedKeys(
  patterns: readonly ShellValue[],
  given: ShellValue | 'script',
  state: State,
  context: Pick<Context, 'sure'>,
): void {
  const input = given === 'script' ? undefined : only(given)
  const isPayload =
    given === 'script'
      ? state.input === 'fresh'
      : input?.kind === 'data' && input.sure && input.path.length === 0
  const events = eventsAt(state, input?.kind === 'data' ? input.events : undefined)
  if (!isPayload) return
  for (const pattern of patterns) {
    const part = only(pattern)
    if (part?.kind !== 'text' || part.start < 0 || part.end - part.start !== part.text.length) continue
    const [, quoted, name = quoted] = ALONE.exec(part.text) ?? []
    if (name !== undefined) {
      const start = part.start + part.text.indexOf(name)
      const range = { start, end: start + name.length }
      const more = { searched: true, alone: true, quote: '"', access: 'read', sure: context.sure } as const
      state.walk.spots.add({ kind: 'field', range, side: { of: 'payload', events }, path: [name], ...more })
    }
    for (const { name, ...places } of searchedKeysIn(part.text, part.start)) {
      const side = { of: 'payload', events } as const
      const more = { searched: true, quote: '"', access: 'read', sure: context.sure } as const
      state.walk.spots.add({ kind: 'field', ...places, side, path: [name], ...more })
    }
  }
}

// Whether `grep` or `sed` reads files instead of its standard input: `grep '"version"' package.json`, `grep -r '"version"'`.
// True where that is not certain.
function readsFiles(program: string, values: readonly ShellValue[]): boolean {
  const words = values.map((value) => plain(value) ?? '…')
  if (program !== 'sed' && words.some((word) => /^(?:-\w*[rR]\w*|--(?:dereference-)?recursive)$/.test(word)))
    return true
  const marked = words.filter((word) => /^(?:-\w*e|--(?:regexp|expression))$/.test(word)).length
  const others = words.filter((word) => !/^(?:-.*|\d+|\/dev\/stdin)$/s.test(word))
  return others.length > Math.max(1, marked)
}

/** The pattern of a search that distinguishes upper and lower case. */
export function patternIn(values: readonly ShellValue[]): ShellValue {
  const isAnyCase = values.some((value) => /^(?:-\w*i|--ignore-case$)/.test(plain(value) ?? ''))
  return isAnyCase ? UNKNOWN_TEXT : (values.find((value) => !plain(value)?.startsWith('-')) ?? UNKNOWN_TEXT)
}
