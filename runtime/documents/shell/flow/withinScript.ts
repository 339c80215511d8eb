// What a program in a shell script gets from it, and what the script does with its output and its exit status.

import type { WithinScript } from '../../../contract/called.ts'
import type { Range } from '../../../contract/problems.ts'
import { sinkIn } from './descriptors.ts'
import { only, type ShellValue } from './value.ts'
import type { Context, SimpleCommand, State } from './walk.ts'
import { isFileName } from './writtenFiles.ts'

/** The surroundings of code at a range of a command; `args` are the positions of arguments that hold the payload. */
export function withinScript(
  range: Range,
  args: readonly number[],
  command: SimpleCommand,
  state: State,
  context: Context,
): WithinScript {
  return {
    args,
    variables: variablesOf(command, state),
    ...statusOf(range, command, state, context),
    captured: context.captured || sinkIn(state, context) !== false,
  }
}

/** The positions of the arguments that are the whole payload. */
export function wholeAmong(values: readonly ShellValue[]): readonly number[] {
  return values.flatMap((value, at) => (isWhole(value) ? at + 1 : []))
}

function isWhole(value: ShellValue): boolean {
  const part = only(value)
  return part?.kind === 'data' && part.path.length === 0 && part.sure
}

function variablesOf({ sets }: SimpleCommand, { vars }: State): WithinScript['variables'] {
  return [...new Map([...vars, ...sets])].flatMap(([name, value]) =>
    isWhole(value) && !isFileName(name) ? name : [],
  )
}

// Whether no later command could change the exit status, and none tests it; or how it is certainly discarded.
function statusOf(
  { start, end }: Range,
  { node }: SimpleCommand,
  { walk }: State,
  context: Context,
): Pick<WithinScript, 'ends' | 'loses'> {
  const { text } = walk.script
  const rest = start >= node.end ? text.slice(node.end, start) + text.slice(end) : text.slice(node.end)
  const isApart = context.ends !== undefined && context.alone !== node
  const isInside = context.captured || context.returns !== undefined || isApart
  const ends = !isInside && !context.test && NOTHING_MORE.test(rest.slice(0, 2000))
  if (ends || isInside || TAKES_STATUS.test(text)) return { ends }
  if (/^[ \t]*\|\|[ \t]*(?:true|:)[ \t]*(?:#.*)?(?:\n|$)/.test(rest)) return { ends, loses: '|| true' }
  const isLast = /^[ \t]*;?[ \t]*(?:#.*)?\n/.test(rest)
  return { ends, ...(!context.test && isLast ? { loses: 'goes on' } : {}) }
}

/** The script may use the status of a command after it, or end with it. */
const TAKES_STATUS = /\bset[ \t]+-\w*e|errexit|^#!.*[ \t]-\w*e|\$\?|\$\{\?|PIPESTATUS|\btrap\b|\bwait\b/

const NOTHING_MORE =
  /^(?:[^\n|&;<>]*<<-?[ \t]*(["']?)(\w+)\1[^\n|&;<>]*\n\2\b)?[\s;]*(?:(?:#[^\n]*|fi|esac|done|;;|exit[ \t]+"?\$\??"?)[\s;]*)*$/
