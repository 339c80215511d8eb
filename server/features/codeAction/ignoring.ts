// Ignoring a finding: a comment above its line, or one for the whole file, in the comment syntax of the file.

import type { Problem } from '../../../runtime/contract/problems.ts'
import { commentSign, standsInText } from '../../findings/comments.ts'
import type { View } from '../../project/view.ts'
import type { Action, Change } from './action.ts'

const NEXT_LINE = 'hookbench-ignore-next-line'

/** Ignores the problem on its line, and in the file; nothing where the file can hold no comment. */
export function ignoreActions(view: View, problem: Problem): readonly Action[] {
  const sign = commentSign(view)
  if (sign === undefined || problem.code.startsWith('ignore.')) return []
  const { code } = problem
  const action = (title: string, edit: Change): Action => ({
    title,
    kind: 'quickfix',
    edits: [edit],
    problem,
  })
  const line = lineEdit(view.text, problem, sign)
  return [
    ...(line === undefined ? [] : [action(`Ignore ${code} on this line`, line)]),
    action(`Ignore ${code} in this file`, fileEdit(view.text, code, sign)),
  ]
}

function lineEdit(text: string, { code, range }: Problem, sign: string): Change | undefined {
  if (range === undefined || standsInText(text, range.start, sign)) return undefined
  const start = text.lastIndexOf('\n', range.start - 1) + 1
  // Nothing may stand above the first line of an executable.
  if (start === 0 && text.startsWith('#!')) return undefined
  const above = text.slice(text.lastIndexOf('\n', start - 2) + 1, Math.max(0, start - 1))
  if (above.includes(NEXT_LINE)) {
    const end = start - 1 - (above.endsWith('\r') ? 1 : 0)
    return { range: { start: end, end }, text: `, ${code}` }
  }
  const indent = /^[ \t]*/.exec(text.slice(start))?.[0] ?? ''
  return { range: { start, end: start }, text: `${indent}${sign} ${NEXT_LINE} ${code}\n` }
}

function fileEdit(text: string, code: string, sign: string): Change {
  const first = text.indexOf('\n')
  const isStarted = text.startsWith('#!')
  const at = isStarted ? (first === -1 ? text.length : first + 1) : 0
  const before = isStarted && first === -1 ? '\n' : ''
  return { range: { start: at, end: at }, text: `${before}${sign} hookbench-ignore-file ${code}\n` }
}
