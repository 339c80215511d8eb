// Problems: what is wrong with the user's files. Plain values returned beside a result, of one type for editor, CLI and
// CI. Their codes are defined in problemCodes.ts only.

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
  /** The fix as changes that a program can make, the likeliest first. */
  readonly repairs?: readonly Repair[]
}

/**
 * A change that fixes a problem: replaces ranges of the problem's file, or sets the executable bit; `path`: in another
 * file, where a script is at fault and the problem is reported at the entry that runs it.
 */
export type Repair = { readonly title: string; readonly path?: string } & (
  | {
      readonly kind: 'edit'
      readonly edits: readonly { readonly range: Range; readonly text: string }[]
    }
  | { readonly kind: 'make-executable' }
  /**
   * Every line ending of the file becomes LF. Not expressible as a text edit: editors manage line endings themselves.
   */
  | { readonly kind: 'line-ends' }
)

/** The kind of evidence that problems of a code are found in; undefined where there is no such code. */
export function evidenceOf(code: string): Evidence | undefined {
  if (!Object.hasOwn(PROBLEMS, code)) return undefined
  const row: { readonly severity: Severity; readonly evidence?: Evidence } = PROBLEMS[code as ProblemCode]
  return row.evidence ?? 'text'
}

/** Longest message, in UTF-16 code units: a quoted matcher or name may be as long as its file. */
const LONGEST = 1000

/**
 * A problem with its code's default severity. Quoted text is kept on one line; a long message keeps its first and last
 * characters. An empty `repairs` is left out.
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
