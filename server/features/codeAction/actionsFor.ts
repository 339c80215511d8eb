// What can be done about a range of a file: mend its problems, ignore them, add what is missing.
// Only changes that are sound are offered; where a machine would have to guess, the words of the problem must do.

import { defined } from '../../../runtime/contract/defined.ts'
import type { Problem, Range } from '../../../runtime/contract/problems.ts'
import type { View } from '../../../runtime/project/view.ts'
import type { Action, Change } from './action.ts'
import { ignoreActions } from './ignoring.ts'
import { missingHandlerActions } from './missing.ts'
import { shebangActions } from './shebang.ts'

/** The actions for a range, the likeliest first; `problems` are all of the file. */
export function actionsFor(view: View, range: Range, problems: readonly Problem[]): readonly Action[] {
  const here = problems.filter((one) => touches(one.range ?? FILE, range))
  return [
    ...here.flatMap((one) => [...repairActions(one), ...shebangActions(view, one)]),
    ...missingHandlerActions(view, range),
    ...here.flatMap((one) => ignoreActions(view, one)),
  ]
}

/** Every problem mended at once that can only be mended in one way; undefined where there is none. */
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

// What no edit of the text can do.
const BY_COMMAND = { 'make-executable': 'makeExecutable', 'line-ends': 'useLf' } as const

// A problem of the whole file is met on its first line.
const FILE: Range = { start: 0, end: 0 }

function touches(one: Range, two: Range): boolean {
  return one.start <= two.end && two.start <= one.end
}
