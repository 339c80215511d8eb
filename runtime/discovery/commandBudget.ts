// How much of the commands of one file is followed: each may be followed in a moment, and hundreds of them in a minute.

import type { FoundEntry, Host } from '../contract/host.ts'
import { type Problem, problem } from '../contract/problems.ts'
import type { CommandContext, CommandFiles } from './commandContext.ts'
import { filesOfCommand, filesOfLong, lengthOf } from './commandFiles.ts'
import type { FoundConfiguration } from './configurationFiles.ts'
import { linesElsewhere } from './elsewhere.ts'

/** Up to this many characters a command costs nothing beside its entry. */
const SHORT = 200
/** So many characters of longer ones are followed. */
const MOST = 128 * 1024

/** The files of one command after the other, of one file: those of long ones until there are too many characters. */
export function followedWithin(host: Host): (entry: FoundEntry, context: CommandContext) => CommandFiles {
  const isFollowed = commandBudget()
  return (entry, context) => {
    const own = lengthOf(entry.command, entry.args)
    const length = lengthOf('', linesElsewhere(host, entry)) + own
    return isFollowed(length) ? filesOfCommand(entry, context) : filesOfLong(own)
  }
}

/** Whether one command after the other, of one file, is followed, by its characters. */
export function commandBudget(): (length: number) => boolean {
  let left = MOST
  return (length) => {
    if (length <= SHORT) return true
    left -= length
    return left >= 0
  }
}

/** That there were too many. */
export function tooLong(
  { path }: FoundConfiguration,
  all: readonly { readonly run: CommandFiles }[],
): readonly Problem[] {
  const count = all.filter(({ run }) => run.isTooLong === true).length
  if (count === 0) return []
  const message = `Its commands are too long to analyze them all: ${count} of its ${all.length} entries are not analyzed.`
  return [problem('file.too-large', path, message, { fix: 'Move long commands into a script.' })]
}
