// All rules for one entry, in one list: what runs, what stands in it, what it calls. An entry that its host does not
// take, or that is switched off, is told as that and nothing else.

import type { Problem } from '../../contract/problems.ts'
import { argumentProblems } from './arguments.ts'
import { backgroundProblems } from './background.ts'
import { bashismProblems } from './bashisms.ts'
import { keyProblems } from './keys.ts'
import { kindProblems } from './kinds.ts'
import { loopProblems } from './loops.ts'
import { placeholderProblems } from './placeholders.ts'
import type { Rule, RuleInput } from './rule.ts'
import { secretProblems } from './secrets.ts'
import { startableProblems } from './startable.ts'
import { timeoutProblems } from './timeouts.ts'
import { variableProblems } from './variables.ts'
import { writableProblems } from './writable.ts'

const RULES: readonly Rule[] = [
  argumentProblems,
  backgroundProblems,
  bashismProblems,
  keyProblems,
  kindProblems,
  loopProblems,
  placeholderProblems,
  secretProblems,
  startableProblems,
  timeoutProblems,
  variableProblems,
  writableProblems,
]

/** What is wrong with an entry that its host runs. */
export function entryProblems(input: RuleInput): readonly Problem[] {
  // Nobody wrote it by hand; that it is not followed stands beside its state.
  if (input.run.isTooLong === true) return []
  return RULES.flatMap((rule) => rule(input))
}
