// Problems of jq programs that jq rejects: it parses the whole program before it runs. And of programs without quotes,
// whose later words jq takes as names of files.

import { defined } from '../../../contract/defined.ts'
import { type Problem, problem } from '../../../contract/problems.ts'
import { unclosedIn } from '../../jq/brackets.ts'
import { mistakeInProgram } from '../../jq/mistake.ts'
import { undefinedName } from '../../undefinedName.ts'
import { only, type PayloadOrigin, plain, type ShellValue } from './value.ts'

/** The problem of a program at whose text jq stops. `names`: variables of its options; undefined if unknown. */
export function rejectedProgram(
  text: string,
  names: readonly string[] | undefined,
  path: string,
  where: PayloadOrigin,
): Problem | undefined {
  const unclosed = unclosedIn(text)
  const found = unclosed === undefined ? mistakeInProgram(text, names) : undefined
  const at = unclosed === undefined ? found?.range : { start: unclosed.at, end: unclosed.at + 1 }
  const range = at === undefined ? undefined : where(at)
  if (at === undefined || range === undefined) return undefined
  if (found?.name !== undefined) {
    const end = 'so jq rejects this program and prints nothing'
    const { name } = found
    const fix = name.startsWith('$') ? `Pass it with --arg ${name.slice(1)}.` : 'Use a function that jq has.'
    return undefinedName(path, { name, range, end, fix }, found.known ?? [])
  }
  const sign = text.slice(at.start, at.end)
  const isUnclosed = unclosed !== undefined && !/[)\]}]/.test(sign)
  const quoted = sign === '"' ? 'double quote' : `"${sign}"`
  const wrong = sign === '' ? 'it is not complete' : `${isUnclosed ? 'unclosed' : 'unexpected'} ${quoted}`
  const message = `jq rejects this program (${wrong}) and prints nothing.`
  const fix = INSTEAD[sign] ?? (sign.startsWith('\\') ? `Write "\\${sign}".` : undefined)
  return {
    ...problem('syntax.error', path, message, { range, ...defined({ fix }) }),
    severity: 'warning',
  }
}

const INSTEAD: Readonly<Record<string, string>> = {
  '&&': 'Write "and".',
  '||': 'Write "or".',
  '!': 'Write "| not" after the test.',
  "'": 'Write double quotes.',
}

/** The problem of an operator among the files that jq reads: `jq -r .a // empty`. */
export function strayOperator(files: readonly ShellValue[], path: string): Problem | undefined {
  const file = files.find((one) => OPERATORS.has(plain(one) ?? ''))
  const part = file === undefined ? undefined : only(file)
  if (part?.kind !== 'text' || part.start < 0) return undefined
  const message = `jq takes "${part.text}" and what follows as names of files, so it prints nothing.`
  const range = { start: part.start, end: part.end }
  const found = problem('syntax.error', path, message, {
    range,
    fix: 'Put the whole program into single quotes.',
  })
  return { ...found, severity: 'warning' }
}

const OPERATORS: ReadonlySet<string> = new Set(['//', '==', '!=', '+', 'and', 'or', 'as', 'then', 'empty'])
