// Reports classes that are hooks by ADR-010 but that the released Kaizen does not register: those that name no events,
// and those that name them in anything but a list. Only classes whose bases are all known are checked.

import { type Problem, problem } from '../../contract/problems.ts'
import type { DocumentInput } from '../document.ts'
import { child } from '../treeSitter.ts'
import type { Bound } from './binding.ts'
import { isPlain } from './handlers.ts'
import { rangeOf } from './literals.ts'
import type { Class, PythonModule } from './module.ts'

/** The problem of such a class; none for other classes, or if the events are computed. */
export function unregisteredProblems(
  one: Class,
  module: PythonModule,
  bound: Bound | undefined,
  { path }: DocumentInput,
): readonly Problem[] {
  if (bound === undefined || !isPlain(one, module)) return []
  const name = one.name.text
  if (!bound.named) {
    const message = `${name} has no events: here it answers all events, but the released Kaizen does not register it.`
    const fix = 'Add "events = list(HookEvent)", or a list of its events.'
    return [problem('kaizen.unregistered', path, message, { range: rangeOf(one.name), fix })]
  }
  const { notList } = bound
  if (notList === undefined) return []
  const range = rangeOf(notList)
  const kind = notList.type === 'call' ? child(notList, 'function')?.text : notList.type
  const message = `The events of ${name} are in a ${kind === 'set' || kind === 'frozenset' ? kind : 'tuple'}: the released Kaizen requires a list or one event, so it registers nothing.`
  const isLiteral = notList.type === 'tuple' || notList.type === 'set'
  const edits = [
    { range: { start: range.start, end: range.start + 1 }, text: '[' },
    { range: { start: range.end - 1, end: range.end }, text: ']' },
  ]
  const repairs = isLiteral ? [{ kind: 'edit', title: 'Write a list', edits } as const] : []
  return [problem('kaizen.unregistered', path, message, { range, fix: 'Write a list.', repairs })]
}
