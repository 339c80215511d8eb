// The contract of a script that entries of hosts call: its payload and answers, for exactly the hosts, events and tools
// that call it. Each combination is one event of a synthetic dialect (`PreToolUse with Bash`), so readers, completion
// and findings treat the script like any other hook. Pure.

import Type from 'typebox'
import { inputsOf, MOST_LINES, narrowingOf, type WantedWords } from './calledNarrowing.ts'
import { defined } from './defined.ts'
import { dialect as checked, type Dialect } from './dialect.ts'
import { dialects } from './dialects/index.ts'
import type { HookEntry } from './entry.ts'
import type { EventRecord } from './eventRecord.ts'
import { foreignTool } from './foreignTools.ts'
import { suggest } from './suggest.ts'
import { isSpelling } from './typos.ts'
import type { Path, WalkedShape } from './walk.ts'

/** An entry that calls a script, and the host that reads the entry. */
export type ScriptCaller = { readonly dialect: Dialect; readonly entry: HookEntry }

/** The callers of a script at one event of its contract. */
export type ScriptCall = {
  readonly host: Dialect
  /** The entries that call it, one per set of options: different options may give the same end another meaning. */
  readonly entries: readonly HookEntry[]
  /** The command lines of all entries, without duplicates. */
  readonly lines: ReadonlySet<string>
  readonly event: string
  readonly record: EventRecord
  /** The tool, where its input shape is known; undefined for any other tool, or none. */
  readonly tool: string | undefined
}

/** Splits events by whether a field of their payload, or a word of their command lines, can have one of these values. */
export type Narrowing = (
  events: readonly string[],
  path: Path,
  values: WantedWords,
  /** The language compares texts case-insensitively. */
  anyCase?: boolean,
) => { readonly yes: readonly string[]; readonly no: readonly string[] }

/** What a script hands to a program that is embedded in it. */
export type WithinScript = {
  /** Positions of the arguments that hold the payload as text. */
  readonly args: readonly number[]
  /** Names of the environment variables that hold the payload as text. */
  readonly variables: readonly string[]
  /** The program's exit status is the script's exit status. */
  readonly ends: boolean
  /** How the script certainly discards that status. */
  readonly loses?: 'goes on' | '|| true'
  /** The surrounding code captures its output, so the output is not an answer. */
  readonly captured: boolean
}

/** Input for the readers of a script that hosts call: such a script is never run to print its events. */
export type CalledInput = {
  readonly narrow: Narrowing
  readonly callers: readonly ScriptCaller[]
  /** The script's language by the entry that runs it, where file name and first line do not determine it. */
  readonly language: 'javascript' | 'python' | 'shell' | 'powershell' | undefined
  /** Every entry runs the script with Node itself. */
  readonly byNode: boolean
  /** Set for a program that is embedded in a script. */
  readonly within?: WithinScript
}

export type CalledDialect = Dialect & {
  readonly called: CalledInput & {
    /** By the names of the dialect's events. */
    readonly calls: ReadonlyMap<string, ScriptCall>
  }
}

/** True where an entry makes Node load another module first, which may change what Node accepts in a file. */
export function bringsLoader({ command, args, fields, env }: HookEntry): boolean {
  return LOADERS.test([command, ...(args ?? []), JSON.stringify([fields, env])].join(' '))
}

const LOADERS =
  /--(?:import|require|loader|experimental|conditions|eval)\b|NODE_OPTIONS|(?:^|\s)-[rei](?:\s|$)/

/** The contract of a script with these callers; undefined where no caller's event exists in its host. */
export function calledDialect(callers: readonly ScriptCaller[]): CalledDialect | undefined {
  const calls = new Map<string, ScriptCall & { readonly entries: HookEntry[]; readonly lines: Set<string> }>()
  const known = new Set<string>()
  for (const { dialect, entry } of ownCallers(callers)) {
    const options = optionsOf(entry)
    for (const call of callsOf(dialect, entry)) {
      const key = JSON.stringify([dialect.id, call.event, call.tool])
      const { entries = [], lines = new Set<string>() } = calls.get(key) ?? {}
      if (!known.has(key + options)) entries.push(entry)
      known.add(key + options)
      if (lines.size < MOST_LINES) lines.add(lineOf(entry))
      calls.set(key, { ...call, entries, lines })
    }
  }
  const all = [...calls.values()]
  const [first] = all
  if (first === undefined) return undefined
  const byName = new Map(all.map((call) => [nameOf(call, all), call]))
  const records = [...byName].map(([name, call]) => [name, specialised(call)] as const)
  const events = Object.fromEntries(records)
  return {
    ...checked({
      id: first.host.id,
      title: [...new Set(all.map(({ host }) => host.title))].join(' and '),
      summary: 'A script that entries call.',
      source: first.host.source,
      version: first.host.version,
      exports: 'executable',
      files: [],
      places: [],
      wins: 'both',
      order: 'by-place',
      timeoutMs: first.host.timeoutMs,
      signal: 'argument',
      ...defined({ readEnd: first.host.readEnd }),
      events,
    }),
    called: {
      calls: byName,
      narrow: narrowingOf(byName, events),
      callers,
      language: LANGUAGES[callers[0]?.entry.inspect?.language ?? ''],
      byNode: callers.every(({ entry }) => entry.inspect?.by === 'node' && !bringsLoader(entry)),
    },
  }
}

// A host that reads another host's file passes its own payload to the script. The script is checked only against the
// host that the file belongs to.
function ownCallers(callers: readonly ScriptCaller[]): readonly ScriptCaller[] {
  const own = callers.filter(({ dialect, entry }) => dialect.host?.rules.leaves?.(entry) !== true)
  return own.length === 0 ? callers : own
}

// The options that can change the meaning of an end. Arguments cannot: a hundred entries that differ only in their
// arguments are judged once.
function optionsOf({ fields, command, args }: HookEntry): string {
  return JSON.stringify(Object.entries(fields).filter(([, value]) => value !== command && value !== args))
}

function lineOf({ command, args = [] }: HookEntry): string {
  return [command, ...args].join(' ')
}

const LANGUAGES: Readonly<Record<string, CalledInput['language']>> = {
  node: 'javascript',
  python: 'python',
  shell: 'shell',
}

/** The part of a dialect that only `calledDialect` adds; undefined for any other dialect. */
export function calledOf(dialect: Dialect): CalledDialect['called'] | undefined {
  return 'called' in dialect ? (dialect as CalledDialect).called : undefined
}

/** The contract for code embedded in a script, which runs at some of the script's events. */
export function withCalls(
  dialect: Dialect,
  events: readonly string[],
  { language, within }: Pick<CalledInput, 'language'> & { readonly within: WithinScript },
): Dialect {
  const called = calledOf(dialect)
  if (called === undefined) return dialect
  const left = Object.entries(dialect.events).filter(([name]) => events.includes(name))
  // Output that the script captures is not an answer to the host.
  const records = left.map(
    ([name, record]) => [name, within.captured ? { ...record, result: OPEN } : record] as const,
  )
  const inner: CalledDialect = {
    ...dialect,
    events: Object.fromEntries(records),
    called: { ...called, language, byNode: language === 'javascript', within },
  }
  return inner
}

const OPEN = Type.Unknown({ description: 'Open because the code around it takes it up.' })

/**
 * Whether a value that no caller sends was probably a mistake for one of these: scripts may also test for other events
 * and tools.
 */
export function isMistakenFor(value: string, can: readonly string[]): boolean {
  const near = suggest(value, can) ?? can.find((one) => value.length > 3 && one.startsWith(value))
  return can.some((one) => isSpelling(value, one)) || (near !== undefined && !isKnownName(value))
}

/** Whether some host has an event or a tool of this name. */
export function isKnownName(value: string): boolean {
  return Object.values<Dialect>(dialects).some(
    ({ events, toolInputs = {}, tools = {} }) =>
      Object.hasOwn(events, value) ||
      Object.hasOwn(toolInputs, value) ||
      Object.values(tools).some(({ name }) => name === value),
  )
}

/** An event name without the tool, for messages about several events. */
export function withoutTool(event: string): string {
  return event.replace(/ with \S+$/, '')
}

function callsOf(host: Dialect, entry: HookEntry): readonly ScriptCall[] {
  const { event } = entry
  const record = Object.hasOwn(host.events, event) ? host.events[event] : undefined
  if (record === undefined) return []
  const inputs = inputsOf(host, record)
  const call = (tool: string | undefined): ScriptCall => ({
    ...{ host, entries: [entry], lines: new Set<string>(), event, record, tool },
  })
  if (inputs.length === 0) return [call(undefined)]
  const tools = inputs.filter((tool) => mayRun(host, record, entry, tool))
  return [...tools.map(call), ...(matchesOthers(host, record, entry, inputs) ? [call(undefined)] : [])]
}

// Where the host cannot plan a made-up payload, the entry counts as one that runs.
function mayRun(host: Dialect, record: EventRecord, entry: HookEntry, tool: string): boolean {
  const { matcher } = entry
  if (host.host === undefined || matcher === undefined || matcher === '' || matcher === '*') return true
  const payload = { ...(record.example as object), [record.common.tool as string]: tool }
  const facts = { version: host.host.versions[0] as string, ...host.host.facts }
  const firing = { event: entry.event, record, payload, facts, settings: {} }
  const [plan] = host.host.plan(firing, [entry])
  return plan === undefined || plan.run || plan.why !== 'matcher'
}

// A matcher may target tools of other programs, which cannot be listed.
function matchesOthers(
  host: Dialect,
  record: EventRecord,
  entry: HookEntry,
  known: readonly string[],
): boolean {
  // A matcher finds some tools by another name (Codex's apply_patch as `Edit`), and none by other hosts' names.
  const isKnown = (word: string): boolean =>
    foreignTool(word, { host, record }) !== undefined ||
    known.some((tool) => mayRun(host, record, { ...entry, matcher: `^${word}$` }, tool))
  return (
    !(entry.matcher?.match(/[A-Za-z_][\w-]*/g) ?? []).every(isKnown) ||
    ['SomeOtherTool', 'mcp__server__tool'].some((tool) => mayRun(host, record, entry, tool))
  )
}

function nameOf({ host, event, tool }: ScriptCall, all: readonly ScriptCall[]): string {
  const isOneHost = all.every((one) => one.host === host)
  return `${event}${isOneHost ? '' : ` of ${host.title}`}${tool === undefined ? '' : ` with ${tool}`}`
}

function specialised({ host, record, tool }: ScriptCall): EventRecord {
  if (inputsOf(host, record).length === 0) return record
  const { common } = record
  const payload = record.payload as WalkedShape
  const [toolKey, inputKey] = [common.tool as string, common.input as string]
  const { output } = common
  const result = tool === undefined || output === undefined ? undefined : host.toolResults?.[tool]
  const before = payload.properties?.[toolKey]
  const input = tool === undefined ? undefined : (record.toolInputs ?? host.toolInputs)?.[tool]
  const { title: _title, ...untitled } = payload
  const shape: WalkedShape = {
    ...untitled,
    properties: {
      ...payload.properties,
      ...(tool === undefined
        ? // A distinct type name lets TypeScript tell this case from the listed tools.
          { [toolKey]: { ...before, typescript: 'OtherTool' } }
        : {
            [toolKey]: { description: before?.description ?? 'Name of the tool.', const: tool },
            [inputKey]: { ...(input as WalkedShape | undefined), description: `Input of ${tool}.` },
            ...(output === undefined || result === undefined
              ? {}
              : { [output]: { ...(result as WalkedShape), description: `Result of ${tool}.` } }),
          }),
    },
  }
  return { ...record, payload: shape as EventRecord['payload'] }
}
