// The actions for a range of a file: fix its problems, ignore them, add what is missing. Only safe edits are offered; a
// problem whose repair would be a guess has only its message.

import { defined } from '../../../runtime/contract/defined.ts'
import type { Problem, Range } from '../../../runtime/contract/problems.ts'
import type { View } from '../../../runtime/project/view.ts'
import type { Action, Change } from './action.ts'
import { ignoreActions } from './ignoring.ts'
import { missingHandlerActions } from './missing.ts'
import { shebangActions } from './shebang.ts'

/** The actions for a range, most likely first; `problems` are all of the file's. */
export function actionsFor(view: View, range: Range, problems: readonly Problem[]): readonly Action[] {
  const here = problems.filter((one) => touches(one.range ?? FILE, range))
  return [
    ...here.flatMap((one) => [...repairActions(one), ...shebangActions(view, one)]),
    ...missingHandlerActions(view, range),
    ...here.flatMap((one) => ignoreActions(view, one)),
  ]
}

/** Fixes all problems that have exactly one repair; undefined if there are none. */
export function fixAll(problems: readonly Problem[]): Action | undefined {
  const edits: Change[] = []
  for (const one of problems) {
    const [only, ...others] = repairActions(one)
    const changes = only?.edits
    if (only?.path !== undefined || changes === undefined || others.length > 0) continue
    const isFree = changes.every(({ range }) => edits.every((taken) => !touches(taken.range, range)))
    if (isFree) edits.push(...changes)
  }
  if (edits.length === 0) return undefined
  const inOrder = edits.toSorted((one, two) => one.range.start - two.range.start)
  return { title: 'Fix everything that Hookbench can fix', kind: 'source.fixAll.hookbench', edits: inOrder }
}

function repairActions(problem: Problem): readonly Action[] {
  return (problem.repairs ?? []).map((repair, at) => ({
    title: repair.title,
    kind: 'quickfix',
    problem,
    preferred: at === 0,
    ...defined({ path: repair.path }),
    ...(repair.kind === 'edit' ? { edits: repair.edits } : { command: BY_COMMAND[repair.kind] }),
  }))
}

// Repairs that are not text edits.
const BY_COMMAND = { 'make-executable': 'makeExecutable', 'line-ends': 'useLf' } as const

// A problem of the whole file applies to its first line.
const FILE: Range = { start: 0, end: 0 }

function touches(one: Range, two: Range): boolean {
  return one.start <= two.end && two.start <= one.end
}
