// Words the problem of a value of the wrong type in an answer: what is expected, what the hosts do with the answer, and
// how to write the value.

import type { Problem } from '../contract/problems.ts'
import { formsOf, type Path, typeName, valuesOf, type WalkedShape } from '../contract/walk.ts'
import type { Spot } from '../documents/spots.ts'
import type { Ground } from './ground.ts'
import { INVALID } from './invalidValues.ts'
import { suggestion } from './repair.ts'

type ValueSpot = Spot & { readonly kind: 'value' }

/** Words the problem of a value that the answer, or a field of it, does not accept. */
export function takesNo(path: Path, shape: WalkedShape | undefined, found: string, then = INVALID): string {
  const at = path.length === 0 ? 'The answer' : `"${path.join('.')}"`
  const wanted = shape === undefined ? 'something else' : wordsFor(shape)
  return `${at} must be ${wanted}, not ${found}, ${then}.`
}

/** The field and the text of a message that `takesNo` made; undefined for other messages, and for values of other types. */
export function rejectedText(message: string): { readonly path: Path; readonly text: string } | undefined {
  const [, path, text] = /^"([\w.]+)" must be [^.]{1,400}, not "([^"]{0,100})", /.exec(message) ?? []
  return path === undefined || text === undefined ? undefined : { path: path.split('.'), text }
}

/** How to write the value. */
export function remedy(
  view: Ground['view'],
  range: ValueSpot['range'],
  value: Exclude<ValueSpot['value'], undefined>,
  shape: WalkedShape,
  json?: true,
): Pick<Problem, 'fix' | 'repairs'> {
  const texts = (valuesOf(shape) ?? []).filter((one) => typeof one === 'string')
  if (typeof value === 'string' && texts.length > 0) return suggestion(view, range, value, texts)
  const isFlag = formsOf(shape).some(({ type }) => type === 'boolean')
  const flag = isFlag && typeof value === 'string' ? FLAGS.get(value.toLowerCase()) : undefined
  if (flag === undefined) return { fix: `Set it to ${wordsFor(shape)}.` }
  // `jq --arg go true` passes a text.
  const before = view.text.slice(Math.max(0, range.start - 40), range.start)
  if (view.document.language === 'shell' && /(?:--arg\s+\w+\s+|\w=)["']?$/.test(before))
    return { fix: 'Pass it to jq with --argjson.' }
  const word =
    view.document.language === 'python' && json !== true
      ? flag.replace(/^./, (one) => one.toUpperCase())
      : flag
  return {
    fix: `Write ${word}, without quotes.`,
    repairs: [
      { kind: 'edit', title: `Change to ${word}`, edits: [{ range: withQuotes(view, range), text: word }] },
    ],
  }
}

function withQuotes({ text }: Ground['view'], { start, end }: ValueSpot['range']): ValueSpot['range'] {
  const quoted = /["'`]/.test(text[start - 1] ?? '') && text[start - 1] === text[end]
  return quoted ? { start: start - 1, end: end + 1 } : { start, end }
}

const FLAGS: ReadonlyMap<string, 'true' | 'false'> = new Map([
  ['true', 'true'],
  ['yes', 'true'],
  ['1', 'true'],
  ['false', 'false'],
  ['no', 'false'],
  ['0', 'false'],
])

// `null` is left out of the expected types: the author supplied a value.
function wordsFor(shape: WalkedShape): string {
  const forms = formsOf(shape).filter(({ type }) => type !== 'null')
  return orLast([...new Set(forms.map(wordFor))].join(', '))
}

function wordFor(form: WalkedShape): string {
  const isLiteral = form.const !== undefined || form.enum !== undefined
  return (isLiteral ? undefined : WORDS[String(form.type)]) ?? typeName(form)
}

const WORDS: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  array: 'an array',
  object: 'an object',
}

/** `a, b, c` as `a, b or c`. */
export function orLast(list: string): string {
  return list.replace(/, (?=[^,]*$)/, ' or ')
}
