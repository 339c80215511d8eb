// The error for wrong usage, and readers of arguments that several verbs share.

import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Dialect } from '../contract/dialect.ts'
import type { DialectId } from '../contract/dialectId.ts'
import { answersTo, dialectIds, dialectOf, dialectsWith } from '../contract/dialects/index.ts'
import type { Hook } from '../contract/hook.ts'
import { didYouMean, nearest, unknownAgent } from '../contract/suggest.ts'
import { likelyOf } from '../contract/translate/likely.ts'
import { MOST_DATA, readText, Unreadable, whyUnreadable } from '../files/read.ts'
import type { OpenOptions } from '../workspace/workspace.ts'

/** Wrong usage: one line that states what was expected. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Reads the options that precede every verb. */
export function openOptions(command: Command): OpenOptions {
  const { home, trustWorkspace, hooks, setting = [] } = command.optsWithGlobals()
  return {
    root: workspaceRoot(command),
    ...(home === undefined ? {} : { home: homeFolder(home as string) }),
    ...(trustWorkspace === true ? { trust: 'workspace' as const } : {}),
    ...(hooks === false ? { hooks: false } : {}),
    ...(setting.length === 0 ? {} : { agentSettings: agentSettings(setting) }),
  }
}

/** The options for a folder that a client of the server names: `--trust-workspace` holds for the server's own alone. */
export function optionsAt(own: OpenOptions, root: string): OpenOptions {
  if (root === own.root) return own
  const { trust: _, ...others } = own
  return { ...others, root }
}

/** The settings from the command line, validated: each is known to an agent and has the value true or false. */
function agentSettings(given: readonly string[]): readonly string[] {
  const known = dialectIds.flatMap((id) => dialectOf(id)?.host?.settings ?? []).map(({ name }) => name)
  for (const one of given) {
    const [name = '', value] = one.split('=', 2)
    if (!known.includes(name))
      throw new UsageError(
        `no agent has a setting "${name}".${didYouMean(name, known)} Known: ${known.join(', ')}.`,
      )
    if (value !== 'true' && value !== 'false')
      throw new UsageError(`--setting expects ${name}=true or ${name}=false.`)
  }
  return given
}

/** The command line for the same folders: `hookbench`, and the options before the verb as given. */
export function calledAgain(command: Command): string {
  const { workspace, home } = command.optsWithGlobals() as {
    readonly workspace?: string
    readonly home?: string
  }
  const given = (option: string, value: string | undefined) =>
    value === undefined ? [] : [option, quoted(value)]
  const folder = workspace === '.' ? undefined : workspace
  return ['hookbench', ...given('--workspace', folder), ...given('--home', home)].join(' ')
}

// Quotes a word for a shell, where necessary.
function quoted(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

/** The workspace folder, absolute. Throws a usage error where it does not exist. */
export function workspaceRoot(command: Command): string {
  const named = command.optsWithGlobals().workspace as string
  const root = resolve(named)
  const stat = statSync(root, { throwIfNoEntry: false })
  if (stat === undefined) throw new UsageError(`the workspace folder does not exist: ${root}.`)
  if (!stat.isDirectory()) throw new UsageError(`--workspace: ${root} is not a folder.`)
  return root
}

// A home folder that does not exist yet counts as empty.
function homeFolder(named: string): string {
  const home = resolve(named.replace(/^~(?=$|\/)/, homedir()))
  const stat = statSync(home, { throwIfNoEntry: false })
  if (stat?.isDirectory() === false) throw new UsageError(`--home: ${home} is not a folder.`)
  return home
}

/** The dialect with this name. Throws a usage error where there is none. */
export function namedDialect(named: string): DialectId {
  const dialect = dialectOf(named)
  if (dialect !== undefined) return dialect.id
  throw new UsageError(unknownAgent(named, dialectIds))
}

/** The dialect of an event: the named one, or the only one that has the event. */
export function chooseDialect(event: string, named: string | undefined): DialectId {
  const having = dialectsWith(event)
  if (named !== undefined) {
    const id = namedDialect(named)
    if (having.includes(id)) return id
    const known = Object.keys(dialectOf(id)?.events ?? {})
    const hint =
      having.length > 0
        ? ` It is an event of ${new Intl.ListFormat('en').format(having)}.`
        : didYouMean(event, known)
    const rest = hint === '' ? ` It has ${known.join(', ')}.` : hint
    throw new UsageError(`${id} has no event "${event}".${rest}`)
  }
  if (having.length === 1) return having[0] as DialectId
  if (having.length > 1) {
    throw new UsageError(
      `"${event}" is an event of ${new Intl.ListFormat('en').format(having)}; pick one with --dialect.`,
    )
  }
  const all = dialectIds.flatMap((id) => Object.keys(dialectOf(id)?.events ?? {}))
  throw new UsageError(
    `no dialect has an event "${event}".${nearest(event, all)} docs/events.md lists the events of each dialect.`,
  )
}

/**
 * The dialects that an event stands for in a workspace: the named one, the only one that has the event, or where
 * several have it, those that have a hook for it here.
 */
export function dialectsHere(
  event: string,
  named: string | undefined,
  hooks: readonly Pick<Hook, 'dialect' | 'events' | 'entry'>[],
): readonly DialectId[] {
  const having = dialectsWith(event)
  if (named !== undefined || having.length < 2) return [chooseDialect(event, named)]
  const reading = hooks.filter((hook) => answersTo(hook, event))
  // Hosts that only borrow another host's file are left out.
  const own = reading.filter(({ entry }) => entry?.borrowed !== true)
  const here = having.filter((id) => (own.length > 0 ? own : reading).some(({ dialect }) => dialect === id))
  return here.length > 0 ? here : [chooseDialect(event, undefined)]
}

/**
 * The first dialect that has a hook for an event here, or else that has the event. With a payload, only dialects that
 * it may belong to are considered.
 */
export function firstDialectHere(
  event: string,
  hooks: readonly Pick<Hook, 'dialect' | 'events' | 'entry'>[],
  payload?: unknown,
): DialectId | undefined {
  const all = dialectsWith(event)
  const having = payload === undefined ? all : likelyDialects(payload, event, all)
  const here = having.find((id) => hooks.some((hook) => hook.dialect === id && answersTo(hook, event)))
  return here ?? having[0]
}

/** The given dialects that the payload most likely belongs to. */
export function likelyDialects(
  payload: unknown,
  event: string,
  ids: readonly DialectId[],
): readonly DialectId[] {
  const all = ids.map((id) => dialectOf(id) as Dialect)
  return likelyOf(payload, event, all).map(({ id }) => id)
}

/** Like `dialectsHere`, for callers that handle only one dialect. */
export function oneDialectHere(
  event: string,
  named: string | undefined,
  hooks: readonly Pick<Hook, 'dialect' | 'events' | 'entry'>[],
): DialectId {
  const [first, ...more] = dialectsHere(event, named, hooks)
  return first === undefined || more.length > 0 ? chooseDialect(event, named) : first
}

/** A payload from a file, or from standard input for `-`. */
export async function readPayload(
  from: string,
  parse: (text: string) => unknown = JSON.parse,
): Promise<unknown> {
  const where = from === '-' ? 'standard input' : from
  let text: string
  try {
    text = from === '-' ? await readStdin() : readText(from, MOST_DATA)
  } catch (error) {
    if (error instanceof UsageError) throw error
    if (/^\s*\{/.test(from)) {
      throw new UsageError(
        "--payload expects the name of a file; pass JSON through a pipe: echo '{…}' | hookbench … --payload -",
      )
    }
    const hint =
      error instanceof Unreadable && error.code === 'EINVAL' ? '; `--payload -` reads standard input' : ''
    throw new UsageError(`cannot read the payload from ${where}: ${whyUnreadable(error)}${hint}.`)
  }
  const json = text.replace(/^\uFEFF/, '')
  try {
    return parse(json)
  } catch (error) {
    // A parser that recurses fails on deep nesting, which the runtime then refuses with its own message.
    if (error instanceof RangeError) return JSON.parse(json)
    throw new UsageError(`the payload in ${where} is not JSON: ${(error as Error).message}.`)
  }
}

/** All of standard input as text. Throws a usage error on binary data, and above the maximum size. */
export async function readStdin(): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (chunk.includes(0)) throw new UsageError('standard input is binary; expected JSON.')
    if (bytes > MOST_DATA)
      throw new UsageError(`standard input is larger than ${MOST_DATA / 1024 / 1024} MiB.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The end of a verb's help: example commands, and where the global options are documented. */
export function examples(...lines: readonly (readonly [command: string, does: string])[]): string {
  const widest = Math.max(...lines.map(([command]) => command.length))
  const shown = lines.map(([command, does]) => `  hookbench ${command.padEnd(widest)}  ${does}`)
  return `\nExamples:\n${shown.join('\n')}\n\nOptions of every verb (--workspace, --home …): hookbench --help`
}
