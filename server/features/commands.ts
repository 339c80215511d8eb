// The commands used by lenses and actions, and their arguments. A client that implements the commands gets the same
// arguments.

import { defined } from '../../runtime/contract/defined.ts'
import { isObject } from '../../runtime/contract/json.ts'
import type { ServerTarget } from '../runtime.ts'

/** Command names; `debug`, `open`, `compare` and `convert` are always implemented by the client. */
export const COMMANDS = {
  replay: 'hookbench.replay',
  debug: 'hookbench.debug',
  open: 'hookbench.openEntry',
  compare: 'hookbench.compareAgents',
  convert: 'hookbench.convert',
  makeExecutable: 'hookbench.makeExecutable',
  useLf: 'hookbench.useLf',
} as const

/** The commands that the server executes. */
export const OWN_COMMANDS = [COMMANDS.replay, COMMANDS.makeExecutable, COMMANDS.useLf] as const

/** The argument of each command: a target whose path is a URI, as clients use URIs only. */
export type CommandArgument = { readonly uri: string; readonly part?: string; readonly event?: string }

/** Parses a command's argument; undefined if it is invalid. */
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

/** Converts an argument to a target. */
export function targetOf({ part, event }: CommandArgument, path: string): ServerTarget {
  return {
    path,
    ...defined({ part, event }),
  }
}
