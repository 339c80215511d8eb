// Finds scripts that only an entry's command line for another platform runs: their author may still work on this one.

import type { FoundEntry, Host } from '../contract/host.ts'
import type { CommandContext, CommandFiles } from './commandContext.ts'
import { filesOfCommand } from './commandFiles.ts'

/** Absolute, each once; undefined where there are none. */
export function scriptsElsewhere(
  { rules }: Host,
  { fields, command: own }: FoundEntry,
  run: CommandFiles,
  context: CommandContext,
): readonly string[] | undefined {
  if (run.isTooLong === true) return undefined
  const scripts = linesElsewhere({ rules }, { fields, command: own }).flatMap(
    (command) => filesOfCommand({ command }, context).scripts,
  )
  const others = [...new Set(scripts)].filter((path) => !run.scripts.includes(path))
  return others.length === 0 ? undefined : others
}

/** The command lines of an entry that are for other platforms. */
export function linesElsewhere(
  { rules }: Pick<Host, 'rules'>,
  { fields, command }: Pick<FoundEntry, 'fields' | 'command'>,
): readonly string[] {
  const lines = (rules.systemKeys ?? []).map((key) => fields[key]).filter((line) => typeof line === 'string')
  return lines.filter((line) => line !== command)
}
