// The list of all rules for one entry, and the function that applies them. They apply only to entries that the host
// runs: one that it rejects, or that is switched off, is reported as that and nothing else.

import type { Problem } from '../../contract/problems.ts'
import { argumentProblems } from './arguments.ts'
import { backgroundProblems } from './background.ts'
import { backslashProblems } from './backslashes.ts'
import { bashismProblems } from './bashisms.ts'
import { keyProblems } from './keys.ts'
import { kindProblems } from './kinds.ts'
import { largeScriptProblems } from './largeScripts.ts'
import { loopProblems } from './loops.ts'
import { packageScriptProblems } from './packageScripts.ts'
import { placeholderProblems } from './placeholders.ts'
import { pluginFolderProblems } from './pluginFolders.ts'
import { programProblems } from './programs.ts'
import type { Rule, RuleInput } from './rule.ts'
import { secretProblems } from './secrets.ts'
import { startableProblems } from './startable.ts'
import { timeoutProblems } from './timeouts.ts'
import { unfinishedProblems } from './unfinished.ts'
import { variableProblems } from './variables.ts'
import { writableProblems } from './writable.ts'

const RULES: readonly Rule[] = [
  argumentProblems,
  backgroundProblems,
  backslashProblems,
  bashismProblems,
  keyProblems,
  kindProblems,
  largeScriptProblems,
  loopProblems,
  packageScriptProblems,
  placeholderProblems,
  pluginFolderProblems,
  programProblems,
  secretProblems,
  startableProblems,
  timeoutProblems,
  unfinishedProblems,
  variableProblems,
  writableProblems,
]

/** The problems of an entry that its host runs. */
export function entryProblems(input: RuleInput): readonly Problem[] {
  // Such a command is generated; that it is not followed is reported once for its file.
  if (input.run.isTooLong === true) return []
  return RULES.flatMap((rule) => rule(input))
}
