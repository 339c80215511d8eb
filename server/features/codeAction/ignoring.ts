// Ignoring a finding: a comment above its line or for the whole file, in the comment syntax of the file.

import { commentSign, standsInText } from '../../../runtime/checks/comments.ts'
import type { Problem } from '../../../runtime/contract/problems.ts'
import type { View } from '../../../runtime/project/view.ts'
import type { Action, Change } from './action.ts'

const NEXT_LINE = 'hookbench-ignore-next-line'

/** An existing comment for the next line, up to its codes; a reason may follow them. */
const IGNORED = /^(.*hookbench-ignore-next-line[ \t]+[\w-]+\.[\w.-]*\w(?:[ \t]*,[ \t]*[\w-]+\.[\w.-]*\w)*)/

/** Actions to ignore the problem on its line and in the file; none if the file cannot contain comments. */
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
  // In a file that does not parse, an added line may cause further errors; and for a misplaced first line, a comment
  // above it would push it further down.
  if (code === 'syntax.error' || code === 'executable.shebang') return undefined
  const line = lineStart(text, range.start)
  // The shebang must stay the first line.
  if (line === 0 && text.startsWith('#!')) return undefined
  const start = Math.max(line, beginOf(text))
  const above = line === 0 ? 0 : lineStart(text, line - 1)
  const [, codes] = IGNORED.exec(text.slice(above, line)) ?? []
  if (codes !== undefined) {
    const end = above + codes.length
    return { range: { start: end, end }, text: `, ${code}` }
  }
  const indent = /^[ \t]*/.exec(text.slice(start))?.[0] ?? ''
  return { range: { start, end: start }, text: `${indent}${sign} ${NEXT_LINE} ${code}\n` }
}

function fileEdit(text: string, code: string, sign: string): Change {
  const first = text.indexOf('\n')
  const isStarted = text.startsWith('#!')
  const at = isStarted ? (first === -1 ? text.length : first + 1) : beginOf(text)
  const before = isStarted && first === -1 ? '\n' : ''
  return { range: { start: at, end: at }, text: `${before}${sign} hookbench-ignore-file ${code}\n` }
}

function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
}

// After the byte order mark, which must stay first.
function beginOf(text: string): number {
  return text.startsWith('\uFEFF') ? 1 : 0
}
