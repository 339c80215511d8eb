// Reports entries of a kind that the host loads but that never works at their event.

import { type Problem, problem } from '../../contract/problems.ts'
import type { RuleInput } from './rule.ts'

export function kindProblems({ dialect, host, file, entry }: RuleInput): readonly Problem[] {
  const wrong = host.rules.kind?.(entry.event, entry.kind)
  if (wrong === undefined) return []
  const range = file.read.rangeOf([...entry.at, 'type'])
  return [
    problem('entry.kind', file.path, `${dialect.title} loads this entry, but ${entry.event} ${wrong}.`, {
      range,
    }),
  ]
}
