// Problems: what is wrong with the user's files. Values beside a result, one type for editor, CLI and CI.
// Their codes stand in problemCodes.ts; nothing else invents one.

import { printable } from './printable.ts'
import { type Evidence, PROBLEMS, type ProblemCode, type Severity } from './problemCodes.ts'

/** Offsets into the text, UTF-16 code units. */
export type Range = { readonly start: number; readonly end: number }

export type Problem = {
  readonly code: ProblemCode
  readonly message: string
  readonly path: string
  readonly range?: Range
  readonly severity: Severity
  /** What to do, one line. */
  readonly fix?: string
  /** The same as changes, the likeliest first, where a program can make them. */
  readonly repairs?: readonly Repair[]
}

/**
 * A change that mends a problem: texts put in the place of ranges of the problem's file, or the executable bit set;
 * `path`: in another file, where a script is at fault and the entry that runs it is told.
 */
export type Repair = { readonly title: string; readonly path?: string } & (
  | {
      readonly kind: 'edit'
      readonly edits: readonly { readonly range: Range; readonly text: string }[]
    }
  | { readonly kind: 'make-executable' }
  /** Every line end of the file becomes LF. No edit of a text can say that: editors keep line ends to themselves. */
  | { readonly kind: 'line-ends' }
)

/** What problems of a code are found in; undefined where there is no such code. */
export function evidenceOf(code: string): Evidence | undefined {
  if (!Object.hasOwn(PROBLEMS, code)) return undefined
  const row: { readonly severity: Severity; readonly evidence?: Evidence } = PROBLEMS[code as ProblemCode]
  return row.evidence ?? 'text'
}

/** The most that a message may be: a matcher, or a name, that is quoted in it may be as long as its file. */
const LONGEST = 1000

/**
 * A problem with its code's own severity; what it quotes of a text stays on one line, and of a long one both ends. No
 * repairs at all are left out.
 */
export function problem(
  code: ProblemCode,
  path: string,
  message: string,
  { fix, repairs = [], ...more }: Pick<Problem, 'range' | 'fix' | 'repairs'> = {},
): Problem {
  const { severity } = PROBLEMS[code]
  const mended = fix === undefined ? {} : { fix: line(fix) }
  const offered = repairs.length === 0 ? {} : { repairs }
  return { code, message: line(message), path, severity, ...mended, ...offered, ...more }
}

function line(text: string): string {
  if (text.length <= LONGEST) return printable(text)
  return printable(`${text.slice(0, LONGEST / 2)} … ${text.slice(-LONGEST / 2)}`)
}
