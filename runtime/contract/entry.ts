// A hook of a host: one entry of a configuration file, as the host reads it.

import type { DialectId } from './dialectId.ts'
import type { WhyNotRun } from './effect.ts'
import { isObject } from './json.ts'
import { printable } from './printable.ts'

/** Who may write the file an entry stands in, in the hosts' words. */
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

/** The program that runs a script: by its name on the PATH, or `itself` where the script is the command's first word. */
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
  /** The line a shell is given, or the program of an entry with `args`. Empty for other kinds. */
  readonly command: string
  /** Arguments, where the command is a program and no shell line. */
  readonly args?: readonly string[] | undefined
  /** The handler as it is written in the file. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The group it stands in as it is written, without its handlers. */
  readonly group: Readonly<Record<string, unknown>>
  readonly scope: EntryScope
  /** Its file belongs to another host. */
  readonly borrowed?: true | undefined
  /** The plugin, skill or agent it comes with. */
  readonly owner?: string | undefined
  /** The configuration file, absolute. */
  readonly file: string
  readonly at: JsonPath
  /** How many entries of the file are equal to this one in every part, itself included. */
  readonly copies: number
  /** Variables that configuration puts into its process. */
  readonly env: Readonly<Record<string, string>>
  /** SHA-256 of everything that trust covers beside the files it runs: event, matcher, handler, variables. */
  readonly digest: string
  /** The local scripts that its command runs, absolute, as far as its text tells. */
  readonly scripts: readonly string[]
  /** Those that only its command of another system runs: they are checked, and not run here. */
  readonly elsewhere?: readonly string[] | undefined
  /** What runs the one script that it calls, where a debugger or a trace can be put in between. */
  readonly inspect?: EntryInspect | undefined
  /** Why the host does not run it whatever is fired. */
  readonly off?: WhyNotRun | undefined
}

/** What an entry is about, for one column: `Bash, Edit → python3 scripts/audit.py`. */
export function entryText(entry: HookEntry): string {
  return onText(entry) + oneLineOf(whatRuns(entry), 60)
}

/** The same for whoever decides whether it may run: ends of lines show, and how much is left out. */
export function trustText(entry: HookEntry): string {
  const { line, left } = commandLine(whatRuns(entry), 2000)
  return onText(entry) + line + (left === 0 ? '' : `… and ${left} characters more`)
}

function onText({ matcher }: HookEntry): string {
  return matcher === undefined || matcher === '' || matcher === '*' ? '' : `${printable(matcher)} → `
}

/** What an entry runs, in its own words. */
export function whatRuns({
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

/** How a header names a variable. */
export const IN_HEADER = /\$\{?(\w+)\}?/g

/** A command on one line, with its line ends shown: behind one a comment is over. `left` is how much is cut off. */
export function commandLine(text: string, most: number): { readonly line: string; readonly left: number } {
  const line = printable(
    text
      .trim()
      .replaceAll(/\s*[\n\r\v\f\u0085\u2028\u2029]\s*/g, ' ⏎ ')
      .replaceAll(/\s+/g, ' '),
  )
  return { line: line.slice(0, most), left: Math.max(0, line.length - most) }
}

/** A text on one line that no terminal obeys, cut where it is longer. */
export function oneLineOf(text: string, most: number): string {
  const line = printable(text.replaceAll(/\s+/g, ' ').trim())
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}
