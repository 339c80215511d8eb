// Converts the entries of one host's configuration to entries of another, with a note on every difference. All
// knowledge about hosts comes from their records. Pure; the caller reads and writes files.

import { defined } from '../defined.ts'
import type { Dialect } from '../dialect.ts'
import { type HookEntry, oneLineOf, runLine } from '../entry.ts'
import type { EventRecord } from '../eventRecord.ts'
import type { ConfigurationFile, FoundEntry, Rejection } from '../host.ts'
import { isObject, sameJson } from '../json.ts'
import { textOfJson } from '../textOfJson.ts'
import { convertCommand, missingVariables } from './commands.ts'
import {
  type ConversionNote,
  type ConvertedEntry,
  type ConvertedList,
  changed,
  lost,
  type MadeEntry,
} from './conversion.ts'
import { convertAnswers } from './convertAnswers.ts'
import { eventThere } from './events.ts'
import { convertKeys } from './keys.ts'
import { type AtEvent, convertMatcher } from './matchers.ts'
import { narrowMatcher } from './narrow.ts'
import { payloadNotes, payloadSpelling } from './payloads.ts'
import { formOf, handlerOf, isGrouped, type WritableHost, writtenEntry } from './places.ts'
import type { NamedText } from './rewording.ts'

export type ConvertOptions = {
  /** Node's platform name. */
  readonly platform: string
  /** The name of a file in messages. */
  readonly named: (file: ConfigurationFile) => string
  /** The readable scripts that an entry runs. */
  readonly scripts: (found: FoundEntry, file: ConfigurationFile) => readonly NamedText[]
}

/** Whether a dialect can be the source and the target of a conversion. */
export function isWritable(dialect: Dialect): dialect is WritableHost {
  return dialect.host?.newEntry !== undefined
}

/** Converts all entries of a file. */
export function convertFile(
  from: WritableHost,
  file: ConfigurationFile,
  to: WritableHost,
  options: ConvertOptions,
): readonly ConvertedEntry[] {
  const { entries, rejections } = from.host.entries(file, options.platform)
  return entries.map((found) => {
    const rejected = rejections.find(({ at }) => sameJson(at, found.at.slice(0, at.length)))
    const about = { file: options.named(file), at: found.at, event: found.event, text: textOf(found) }
    return { ...about, ...convertOne(found, rejected) }
  })

  function convertOne(
    found: FoundEntry,
    rejected: Rejection | undefined,
  ): Pick<ConvertedEntry, 'made' | 'notes'> {
    if (rejected !== undefined) return gone('event', rejected.message)
    const record = Object.hasOwn(from.events, found.event)
      ? (from.events[found.event] as EventRecord)
      : undefined
    const event = record === undefined ? undefined : eventThere(record, found.event, from, to)
    if (event === undefined) return gone('event', `${to.title} has no event for ${found.event}.`)
    const [source, target]: [AtEvent, AtEvent] = [
      { dialect: from, event: found.event },
      { dialect: to, event },
    ]
    const form = formOf(to, event, found.kind)
    if (found.kind === 'prompt' || found.kind === 'agent')
      return gone(
        'kind',
        `${from.title} and ${to.title} give a model other inputs and read other answers: write this ${found.kind} entry again by hand.`,
      )
    if (form === undefined) return gone('kind', `${to.title} has no ${found.kind} entries at ${event}.`)
    const notes: ConversionNote[] = []
    if (event !== found.event) notes.push(changed('event', `${found.event} becomes ${event}.`))
    const translate = record?.beside === undefined ? convertMatcher : narrowMatcher
    const matcher = translate(found.matcher, source, target)
    notes.push(...matcher.notes)
    if (matcher.texts.length === 0) return { made: [], notes: matcher.notes }
    const keys = convertKeys(found, form, source, target)
    if (keys === undefined)
      return gone('command', `${to.title} cannot run this in the shell that ${from.title} uses.`)
    notes.push(...keys.notes)
    const command = found.kind === 'command' ? convertCommand(found, source, target) : undefined
    notes.push(...(command?.notes ?? []))
    const answers =
      found.kind === 'command' ? answersOf(found, command?.command ?? '', source, target) : undefined
    notes.push(...(answers?.notes ?? []))
    const line = answers?.command ?? ''
    const run = keys.folder === undefined ? line : `cd ${keys.folder} && ${line}`
    const fields = { ...keys.fields, ...(found.kind === 'command' ? { command: run } : {}) }
    const made = matcher.texts.map((text) => madeEntry(target, found.kind, text, fields))
    const wrong = made.map((one) => refusedBy(to, one, options.platform)).find((one) => one !== undefined)
    if (wrong !== undefined) return gone('key', wrong)
    notes.push(...timeNotes(found, made[0] as MadeEntry, source, target))
    return { made, notes: unique(notes) }
  }

  function answersOf(found: FoundEntry, command: string, source: AtEvent, target: AtEvent) {
    const entry = entryOf(found, source, file)
    const texts = options.scripts(found, file)
    const own = { name: 'The command', text: command }
    const spelled = [own, ...texts].flatMap((text) => payloadNotes(text, source, target))
    const spelling = spelled.length === 0 ? payloadSpelling([own, ...texts], source, target) : undefined
    const inline = convertAnswers(own, entry, source, target)
    let line = command
    for (const [written, answer] of inline.answers) line = line.replaceAll(written, () => answer)
    const called = texts.flatMap((text) => {
      const { notes, answers } = convertAnswers(text, entry, source, target)
      // The script is not rewritten, because the source host still calls it.
      const losses = notes.map((note) =>
        note.kind === 'lost' || answers.size === 0 ? note : lost('answer', note.message),
      )
      const unset = missingVariables(text.text, source, target).map((name) =>
        lost('variable', `${target.dialect.title} does not set ${name}, which ${text.name} uses.`),
      )
      return [...losses, ...unset]
    })
    const notes = [...spelled, ...(spelling === undefined ? [] : [spelling]), ...inline.notes, ...called]
    return { command: line, notes }
  }
}

function entryOf(found: FoundEntry, { dialect }: AtEvent, { place, path }: ConfigurationFile): HookEntry {
  return {
    ...found,
    host: dialect.id,
    scope: place.scope,
    file: path,
    copies: 1,
    env: {},
    digest: '',
    scripts: [],
  }
}

/**
 * Notes on one script that an entry runs, and a replacement for each of its answers that must differ at the other host.
 */
export function convertScript(
  from: WritableHost,
  { found, file }: { readonly found: FoundEntry; readonly file: ConfigurationFile },
  to: WritableHost,
  script: NamedText,
): { readonly notes: readonly ConversionNote[]; readonly answers: ReadonlyMap<string, string> } {
  const record = Object.hasOwn(from.events, found.event)
    ? (from.events[found.event] as EventRecord)
    : undefined
  const event = record === undefined ? undefined : eventThere(record, found.event, from, to)
  if (event === undefined)
    return { notes: [lost('event', `${to.title} has no event for ${found.event}.`)], answers: new Map() }
  const [source, target]: [AtEvent, AtEvent] = [
    { dialect: from, event: found.event },
    { dialect: to, event },
  ]
  const answers = convertAnswers(script, entryOf(found, source, file), source, target)
  const unset = missingVariables(script.text, source, target).map((name) =>
    lost('variable', `${to.title} does not set ${name}, which ${script.name} uses.`),
  )
  return {
    notes: [...answers.notes, ...payloadNotes(script, source, target), ...unset],
    answers: answers.answers,
  }
}

function gone(part: ConversionNote['part'], message: string): Pick<ConvertedEntry, 'made' | 'notes'> {
  return { made: [], notes: [lost(part, message)] }
}

function textOf({ matcher, command, args, kind, fields }: FoundEntry): string {
  const on = matcher === undefined || matcher === '' ? '' : `${matcher} → `
  return oneLineOf(on + runLine({ command, kind, fields, ...defined({ args }) }), 100)
}

/** An entry in the target's format: inside a group where the target has groups. */
function madeEntry(
  { dialect, event }: AtEvent,
  kind: string,
  matcher: string | undefined,
  fields: Readonly<Record<string, unknown>>,
): MadeEntry {
  const written = writtenEntry(dialect, event)
  const { command: _, ...base } = handlerOf(written)
  const typed = kind === 'command' ? base : { ...base, type: kind }
  const answers = defined({ matcher })
  return {
    event,
    matcher,
    value: isGrouped(written)
      ? { ...answers, hooks: [{ ...typed, ...fields }] }
      : { ...typed, ...fields, ...answers },
  }
}

/** The lists of the target's file, with entries of the same matcher in one group. */
export function listsOf(to: WritableHost, made: readonly MadeEntry[]): readonly ConvertedList[] {
  const lists = new Map<string, { at: ConvertedList['at']; values: Record<string, unknown>[] }>()
  for (const { event, matcher, value } of made) {
    const { at } = writtenEntry(to, event)
    const list = lists.get(event) ?? { at, values: [] }
    lists.set(event, list)
    const before = list.values.find((one) => one.matcher === matcher && Array.isArray(one.hooks))
    if (before !== undefined && Array.isArray(value.hooks))
      before.hooks = [...(before.hooks as readonly unknown[]), ...value.hooks]
    else list.values.push({ ...value })
  }
  return [...lists.values()]
}

/** A configuration file of the target that contains only these lists. */
export function fileOf(to: WritableHost, made: readonly MadeEntry[]): ConfigurationFile {
  const [first] = made
  const { file, fresh = {} } = writtenEntry(to, first?.event ?? (Object.keys(to.events)[0] as string))
  const value: Record<string, unknown> = structuredClone({ ...fresh })
  for (const { at, values } of listsOf(to, made)) {
    let inner = value
    for (const key of at.slice(0, -1)) {
      if (!isObject(inner[key])) inner[key] = {}
      inner = inner[key] as Record<string, unknown>
    }
    inner[at.at(-1) as string] = values
  }
  const place = to.host.places.find(({ path, base }) => path === file && base !== 'home')
  return {
    place: place ?? { scope: 'project', base: 'workspace', path: file, format: 'json' },
    path: `/project/${file}`,
    value,
  }
}

/** Why the target would reject an entry as written; undefined where it loads it. */
function refusedBy(to: WritableHost, made: MadeEntry, platform: string): string | undefined {
  const file = fileOf(to, [made])
  const { entries, rejections } = to.host.entries(file, platform)
  const [first] = rejections
  if (first !== undefined) return first.message
  const [entry] = entries
  if (entry === undefined) return `${to.title} does not find the entry as it would be written.`
  const fault = to.host.matcherFault(made.event, made.matcher, file.path)
  if (fault?.severity === 'warning') return fault.message
  return to.host.rules.kind?.(made.event, entry.kind) === undefined
    ? undefined
    : `${to.title} ${to.host.rules.kind(made.event, entry.kind)} at ${made.event}.`
}

// Notes on the time-outs of both hosts, by their own rules.
function timeNotes(
  found: FoundEntry,
  made: MadeEntry,
  { dialect: from }: AtEvent,
  { dialect: to, event }: AtEvent,
): readonly ConversionNote[] {
  const [entry] = to.host.entries(fileOf(to, [made]), 'linux').entries
  if (entry === undefined) return []
  const [one, two] = [from.host.timeoutMs(found), to.host.timeoutMs(entry)]
  const [own, other] = [from.host.rules.times, to.host.rules.times]
  const key = own.keys.find((name) => found.fields[name] !== undefined)
  const most = other.most?.(event)
  const waits = most === undefined ? two : Math.min(two, most * 1000)
  if (one === waits) {
    if (key === undefined || own.unit === other.unit) return []
    return [
      changed(
        'timeout',
        `${textOfJson(found.fields[key])} ${own.unit} become ${one / (other.unit === 'seconds' ? 1000 : 1)} ${other.unit}.`,
      ),
    ]
  }
  const losses = `${from.title} waits ${seconds(one)} for it, ${to.title} ${seconds(waits)}`
  return [
    key === undefined ? changed('timeout', `No time-out is set: ${losses}.`) : lost('timeout', `${losses}.`),
  ]
}

function seconds(ms: number): string {
  return `${ms / 1000} s`
}

function unique(notes: readonly ConversionNote[]): readonly ConversionNote[] {
  return notes.filter((one, at) => notes.findIndex(({ message }) => message === one.message) === at)
}
