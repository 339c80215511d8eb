// Entries that are switched off: by their own file, or elsewhere, where nobody looks.

import { type Problem, problem } from '../../contract/problems.ts'
import type { RuleInput } from './rule.ts'

export function switchProblems(
  { dialect, file, entry }: Pick<RuleInput, 'dialect' | 'file' | 'entry'>,
  why: string | undefined,
): readonly Problem[] {
  if (entry.off !== 'switched-off' || why === undefined) return []
  const place = file.read.rangeOf(entry.at.slice(0, 2), true)
  return [problem('entry.off', file.path, `${dialect.title} does not run this. ${why}`, { range: place })]
}
