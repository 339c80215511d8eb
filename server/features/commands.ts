// The commands of the language server, and what lenses and actions hand to them. A client that has them itself gets
// the same arguments.

import { defined } from '../../runtime/contract/defined.ts'
import { isObject } from '../../runtime/contract/json.ts'
import type { ServerTarget } from '../runtime.ts'

/** Command names; `debug`, `open`, `compare` and `convert` are always the client's own. */
export const COMMANDS = {
  replay: 'hookbench.replay',
  debug: 'hookbench.debug',
  open: 'hookbench.openEntry',
  compare: 'hookbench.compareAgents',
  convert: 'hookbench.convert',
  makeExecutable: 'hookbench.makeExecutable',
  useLf: 'hookbench.useLf',
} as const

/** The commands that the server answers. */
export const OWN_COMMANDS = [COMMANDS.replay, COMMANDS.makeExecutable, COMMANDS.useLf] as const

/** The one argument of each command: a target, its path as a URI, because clients know no others. */
export type CommandArgument = { readonly uri: string; readonly part?: string; readonly event?: string }

/** What a command is given; undefined where it is something else. */
export function asArgument(value: unknown): CommandArgument | undefined {
  if (!isObject(value)) return undefined
  const { uri, part, event } = value
  if (typeof uri !== 'string') return undefined
  return {
    uri,
    ...(typeof part === 'string' ? { part } : {}),
    ...(typeof event === 'string' ? { event } : {}),
  }
}

/** The target that an argument means. */
export function targetOf({ part, event }: CommandArgument, path: string): ServerTarget {
  return {
    path,
    ...defined({ part, event }),
  }
}
