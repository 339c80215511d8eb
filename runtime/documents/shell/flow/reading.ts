// The effect of `read` and similar builtins on variables, and the problem of reading spent input.

import { type Problem, problem, type Range } from '../../../contract/problems.ts'
import { fork, setItems, setVar } from './state.ts'
import {
  CONTENT,
  isFound,
  only,
  type PayloadData,
  plain,
  reshaped,
  type ShellValue,
  splitAt,
  trimmed,
  UNKNOWN_TEXT,
} from './value.ts'
import type { Both, Context, SimpleCommand, State } from './walk.ts'

/**
 * `read -r line`, `IFS= read -rd '' all`; with several names a line is split. `read -ra words` and `mapfile -t lines`
 * set an array, whose value is any of its items.
 */
export function read(
  name: string,
  { args, sets }: Pick<SimpleCommand, 'args' | 'sets'>,
  state: State,
  context: Context,
): Both {
  const names: string[] = []
  const lists: string[] = []
  let isAll = false
  for (let at = 0; at < args.length; at++) {
    const text = args[at]?.text ?? ''
    if ((name === 'read' ? READ_VALUES : MAPFILE_VALUES).test(text)) {
      isAll ||= text.endsWith('d') && /^(?:''|"")$/.test(args[at + 1]?.text ?? '')
      // The array of `-a` is also a name that is set.
      if (/^-\w*a$/.test(text)) lists.push(args[at + 1]?.text ?? '')
      at++
    } else if (!text.startsWith('-')) names.push(text)
  }
  const { stdin } = context
  const line = name === 'read' && !isAll && stdin !== 'script' ? nextLine(stdin, state) : undefined
  const whole = line ?? (stdin === 'script' ? lineOfPayload(state) : stdin)
  const part = only(whole)
  const fits = part?.kind === 'data' && (!part.raw || part.path.length === 0)
  if (name !== 'read') lists.push(...names.splice(0))
  // `read -r -d '' text <<EOF`
  const all = isAll && stdin !== 'script' && names.length === 1 ? trimmed(stdin) : line
  // One line of a text, or a word of it.
  const split = fits ? UNKNOWN_TEXT : isFound(whole) ? CONTENT : reshaped(whole)
  const words = fits ? [] : splitAt(trimmed(whole), name === 'read' ? separators(sets.get('IFS')) : '\n')
  const items = words.length < 2 ? [] : words
  for (const one of lists) setItems(state, one, split, items)
  const own = names.length + lists.length === 0 ? ['REPLY'] : names
  for (const [at, one] of own.entries()) {
    // The last name gets the rest of the line.
    const item = at === own.length - 1 && items.length > own.length ? undefined : items[at]
    const first = fits ? [part] : all
    setVar(state, one, (own.length === 1 ? first : item) ?? split)
  }
  if (stdin === 'script' && state.input === 'fresh') state.input = 'some'
  // On the branch where nothing is read, the name is set as well.
  return { yes: state, no: fork(state) }
}

// The line that is read next from a text with several; UNKNOWN_TEXT behind lines whose number is not known.
function nextLine(stdin: ShellValue, state: State): ShellValue | undefined {
  const lines = splitAt(trimmed(stdin), '\n')
  if (lines.length < 2) return undefined
  const at = state.taken?.from === stdin ? state.taken.lines : 0
  state.taken = { from: stdin, lines: at + 1 }
  return lines[at] ?? UNKNOWN_TEXT
}

// The signs that separate the words of a line; none where they are not known.
function separators(given: ShellValue | undefined): string {
  return given === undefined ? ' \t' : (plain(given) ?? '')
}

/** Options that take the next word as their value. */
const READ_VALUES = /^-\w*[dntNpuai]$/
const MAPFILE_VALUES = /^-\w*[dnOsuCc]$/

function lineOfPayload({ input }: State): ShellValue {
  if (input === 'spent') return UNKNOWN_TEXT
  return [
    {
      kind: 'data',
      path: [],
      sure: input === 'fresh',
      raw: false,
      defaults: [],
      reads: [],
    } satisfies PayloadData,
  ]
}

/** The problem of reading where no input is left. */
export function spent(path: string, { start, end }: Range): Problem {
  const message = 'Standard input is already read to its end, so this reads no payload.'
  const fix = 'Read it once into a variable, payload=$(cat), and then use <<<"$payload".'
  return problem('input.spent', path, message, { range: { start, end }, fix })
}

/** The problem of code in a here-document that reads the input which it is itself. */
export function readsItself(path: string, { start, end }: Range): Problem {
  const message = 'Standard input is the program itself here, so this reads no payload.'
  const fix = 'Read the payload into a variable first, and pass it to the program in its environment.'
  return problem('input.spent', path, message, { range: { start, end }, fix })
}

/** The script's standard input; it is spent afterwards. */
export function payload(state: State, context: Context): ShellValue {
  const { input } = state
  state.input = 'spent'
  const sure = input === 'fresh' && context.sure
  return [{ kind: 'data', path: [], sure, raw: false, defaults: [], reads: [] }]
}
