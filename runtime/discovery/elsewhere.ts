// Scripts that only the command line of another system runs: whoever writes them may sit at this one.

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
  const lines = (rules.systemKeys ?? []).map((key) => fields[key]).filter((line) => typeof line === 'string')
  const scripts = lines
    .filter((command) => command !== own)
    .flatMap((command) => filesOfCommand({ command }, context).scripts)
  const others = [...new Set(scripts)].filter((path) => !run.scripts.includes(path))
  return others.length === 0 ? undefined : others
}
