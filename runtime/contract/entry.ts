// A hook of a host: one entry of a configuration file, as the host reads it.

import type { DialectId } from './dialectId.ts'
import type { WhyNotRun } from './effect.ts'
import { isObject } from './json.ts'
import { joinLines, printable } from './printable.ts'

/** Who may write the file that contains an entry, in the hosts' terms. */
export type EntryScope =
  | 'managed'
  | 'user'
  | 'project'
  | 'local'
  | 'flag'
  | 'plugin'
  | 'skill'
  | 'agent'
  | 'command'

/**
 * The program that runs a script: its name on the PATH, or `itself` where the script is the first word of the command.
 */
export type EntryInspect = { readonly language: 'node' | 'python' | 'shell'; readonly by: string }

/** Keys and indexes from the root of a configuration file to a value. */
export type JsonPath = readonly (string | number)[]

export type HookEntry = {
  readonly host: DialectId
  readonly event: string
  /** As written; undefined where there is none. */
  readonly matcher: string | undefined
  /** What runs it: `command`, `http`, `prompt`, `agent`, `mcp_tool`. */
  readonly kind: string
  /** The shell command line, or the program of an entry with `args`. Empty for other kinds. */
  readonly command: string
  /** Arguments, where the command is a program and not a shell command line. */
  readonly args?: readonly string[] | undefined
  /** The handler as written in the file. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The entry's group as written in the file, without its handlers. */
  readonly group: Readonly<Record<string, unknown>>
  readonly scope: EntryScope
  /** Its file belongs to another host. */
  readonly borrowed?: true | undefined
  /** The plugin, skill or agent that the entry belongs to. */
  readonly owner?: string | undefined
  /** The configuration file, absolute. */
  readonly file: string
  readonly at: JsonPath
  /** How many entries of the file are equal to this one in every part, itself included. */
  readonly copies: number
  /** Environment variables that configuration sets for its process. */
  readonly env: Readonly<Record<string, string>>
  /**
   * SHA-256 of everything that trust covers besides the files it runs: event, matcher, handler, variables, and `taken`.
   */
  readonly digest: string
  /**
   * The command that this host takes of the handler, with its kind, arguments, folder and variables, as JSON, where other
   * hosts may take another; absent where it is the one that all take, or where nothing runs.
   */
  readonly taken?: string | undefined
  /** The local scripts that its command runs, absolute, as far as its text determines them. */
  readonly scripts: readonly string[]
  /** Scripts that only its command for another platform runs: they are checked but not run here. */
  readonly elsewhere?: readonly string[] | undefined
  /** What runs the only script that it calls, where a debugger or a trace can be inserted. */
  readonly inspect?: EntryInspect | undefined
  /** Why the host never runs the entry, whatever event fires. */
  readonly off?: WhyNotRun | undefined
}

/** A summary of an entry for one column: `Bash, Edit → python3 scripts/audit.py`. */
export function entryText(entry: HookEntry): string {
  return onText(entry) + oneLineOf(runLine(entry), 60)
}

/** The same for trust decisions: shows line breaks, and how many characters are left out. */
export function trustText(entry: HookEntry): string {
  const { line, left } = commandLine(runLine(entry), 2000)
  return onText(entry) + line + (left === 0 ? '' : `… and ${left} characters more`)
}

function onText({ matcher }: HookEntry): string {
  return matcher === undefined || matcher === '' || matcher === '*' ? '' : `${printable(matcher)} → `
}

/** What an entry runs, as written in the file. */
export function runLine({
  command,
  args,
  kind,
  fields,
}: Pick<HookEntry, 'command' | 'args' | 'kind' | 'fields'>): string {
  if (kind === 'command') return [command, ...(args ?? [])].join(' ')
  const { url, prompt, server, tool } = fields
  return [kind, ...[url, prompt, server, tool].filter((one) => typeof one === 'string')].join(' ')
}

/** The variables of the environment that an `http` entry sends in its headers. */
export function sentVariables({ kind, fields }: Pick<HookEntry, 'kind' | 'fields'>): readonly string[] {
  const { headers, allowedEnvVars: allowed } = fields
  if (kind !== 'http' || !isObject(headers) || !Array.isArray(allowed)) return []
  const names = Object.values(headers).flatMap((value) => [...String(value).matchAll(IN_HEADER)])
  return [...new Set(names.map(([, name = '']) => name))].filter((name) => allowed.includes(name))
}

/** Matches a variable reference in a header. */
export const IN_HEADER = /\$\{?(\w+)\}?/g

/**
 * A command on one line, with its line breaks made visible because a line break ends a comment. `left`: number of
 * characters cut off.
 */
export function commandLine(text: string, most: number): { readonly line: string; readonly left: number } {
  const line = printable(joinLines(text.trim(), ' ⏎ ').replaceAll(/\s+/g, ' '))
  return { line: line.slice(0, most), left: Math.max(0, line.length - most) }
}

/** A text on one line without terminal control characters, truncated to `most`. */
export function oneLineOf(text: string, most: number): string {
  const line = printable(text.replaceAll(/\s+/g, ' ').trim())
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}
