// Limits how much of the commands of one file is followed: one takes a moment, hundreds of long ones take a minute.

import type { FoundEntry, Host } from '../contract/host.ts'
import { type Problem, problem } from '../contract/problems.ts'
import type { CommandContext, CommandFiles } from './commandContext.ts'
import { filesOfCommand, filesOfLong, lengthOf } from './commandFiles.ts'
import type { FoundConfiguration } from './configurationFiles.ts'
import { linesElsewhere } from './elsewhere.ts'

/** In characters. Following a command of at most this length costs little compared with its entry. */
const SHORT = 200
/** Characters of longer commands that are followed. */
const MOST = 128 * 1024

/** A function for the entries of one file in turn; it follows long commands until their characters exceed the limit. */
export function followedWithin(host: Host): (entry: FoundEntry, context: CommandContext) => CommandFiles {
  const isFollowed = commandBudget()
  return (entry, context) => {
    const own = lengthOf(entry.command, entry.args)
    const length = lengthOf('', linesElsewhere(host, entry)) + own
    return isFollowed(length) ? filesOfCommand(entry, context) : filesOfLong(own)
  }
}

/** The budget of one file: for each command in turn, by its length in characters, whether it is followed. */
export function commandBudget(): (length: number) => boolean {
  let left = MOST
  return (length) => {
    if (length <= SHORT) return true
    left -= length
    return left >= 0
  }
}

/** The problem of a file with commands that were not followed. */
export function tooLong(
  { path }: FoundConfiguration,
  all: readonly { readonly run: CommandFiles }[],
): readonly Problem[] {
  const count = all.filter(({ run }) => run.isTooLong === true).length
  if (count === 0) return []
  const message = `Its commands are too long to analyze them all: ${count} of its ${all.length} entries are not analyzed.`
  return [problem('file.too-large', path, message, { fix: 'Move long commands into a script.' })]
}
